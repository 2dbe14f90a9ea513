import { expect, test } from 'vitest';
import { examplesOf } from '../../eval/assistant/cases.ts';
import { answerInProcess } from '../../eval/assistant/in-process.ts';
import { hasDraft, isDraftCorrect, judge, scoresOf } from '../../eval/assistant/score.ts';

// The cases of `npm run eval:assistant`, checked here without HTTP on the understanding alone; a second in
// all.
test.each(['utterances', 'more', 'unseen', 'repeating'])('understands the sentences of %s', (file) => {
  const examples = examplesOf(`eval/assistant/${file}.jsonl`);
  const judged = examples.flatMap((example) => judge(example, answerInProcess(example)));
  const { intents, drafts, breaches } = scoresOf(judged);
  const wrong = judged.filter((one) => hasDraft(one) && !isDraftCorrect(one)).map(({ id }) => id);
  expect(breaches).toBe(0);
  expect(intents).toBeGreaterThanOrEqual(0.97);
  expect(drafts, `drafts that are not right: ${wrong.join(', ')}`).toBeGreaterThanOrEqual(0.93);
});
