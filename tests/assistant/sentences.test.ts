import { expect, test } from 'vitest';
import { examplesOf } from '../../eval/assistant/cases.ts';
import { answeredPurely } from '../../eval/assistant/pure.ts';
import { draftRight, hasDraft, judge, scoresOf } from '../../eval/assistant/score.ts';

// What `npm run eval:assistant` asks for over HTTP, held here for the understanding alone; a second in all.
test.each(['utterances', 'more', 'unseen'])('understands the sentences of %s', (file) => {
  const examples = examplesOf(`eval/assistant/${file}.jsonl`);
  const judged = examples.flatMap((example) => judge(example, answeredPurely(example)));
  const { intents, drafts, breaches } = scoresOf(judged);
  const wrong = judged.filter((one) => hasDraft(one) && !draftRight(one)).map(({ id }) => id);
  expect(breaches).toBe(0);
  expect(intents).toBeGreaterThanOrEqual(0.97);
  expect(drafts, `drafts that are not right: ${wrong.join(', ')}`).toBeGreaterThanOrEqual(0.93);
});
