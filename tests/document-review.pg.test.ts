import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideDocuments } from '#server/modules/business/commands/documents.ts';
import { documentsToReview } from '#server/modules/business/queries.ts';
import { sendPapers, uploadPaper } from '#server/pages/operator/testing.ts';
import { newOwner, sharedApp, type TestApp } from './harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.close());

test('of ten operators who decide at once one is first; the others see what was decided, and the owner is told once', async () => {
  for (let trial = 0; trial < 5; trial++) {
    const owner = await newOwner(app);
    const { businessId } = owner;
    await sendPapers(owner, { validId: await uploadPaper(app, owner) });
    const seen = (await documentsToReview(app.system.db, businessId))?.seen ?? '';
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const verdict = at % 2 === 0 ? ('accepted' as const) : ('refused' as const);
        const decision = { businessId, operator: `op${at}`, seen, verdict, reason: 'Blurred.' };
        return app.scope().transactAsSystem((ctx) => decideDocuments(ctx, decision));
      }),
    );
    const late = outcomes.filter((outcome) => outcome !== 'decided');
    expect(late).toHaveLength(9);
    const stands = (await documentsToReview(app.system.db, businessId))?.review;
    expect(['accepted', 'refused']).toContain(stands?.state);
    for (const outcome of late) expect(outcome).toMatchObject({ review: stands });
    const told = await app.store.db
      .selectFrom('messages')
      .select('kind')
      .where('business_id', '=', businessId)
      .where('kind', 'in', ['documentsAccepted', 'documentsRefused'])
      .execute();
    expect(told).toEqual([{ kind: stands?.state === 'accepted' ? 'documentsAccepted' : 'documentsRefused' }]);
  }
});
