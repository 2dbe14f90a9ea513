import { DEFAULT_ZONE, plusMs } from '#core/dates.ts';
import { hashSecret } from '#server/crypto/hashing.ts';
import { transactOn } from '#server/kernel/db.ts';
import {
  type Actor,
  type Ctx,
  nothingAtCommit,
  type Scope,
  type SystemCtx,
  type SystemScope,
  writeLast,
} from '#server/kernel/scope.ts';
import { createProfile } from '#server/modules/business/commands/create.ts';
import { updateProfile } from '#server/modules/business/commands/update.ts';
import { setPin } from '#server/modules/business/flows/pin.ts';
import { recordConsent } from '#server/modules/consents/commands.ts';
import { createUser } from '#server/modules/identity/commands/account.ts';
import { demoAccount } from '#server/sandbox/names.ts';

export const OWNER = { email: 'demo@duewell.example', password: 'duewell-demo' };
export const PIN = '2749';

/** Origin of the demo's past in the audit trail. */
const ORIGIN = { clientAddress: 'demo', userAgent: 'Demonstration' };

const YEAR_MS = 366 * 24 * 3_600_000;

const profile = {
  businessCategory: 'Service Provider',
  businessName: 'Okafor Kitchen & Events',
  industry: 'Hospitality',
  companySize: '2-10 employees',
  description: 'Catering, decoration and rentals for every feast in and around Enugu',
  email: 'adaeze@okafor-kitchen.example',
  country: 'NG',
  state: 'EN',
  city: 'Enugu',
  street: '14 Ogui Road',
  zipCode: '400001',
  websiteUrl: 'https://okafor-kitchen.example',
  phone: '0803 555 0142',
  bankAccountNumber: demoAccount.accountNumber,
  bankName: 'Guaranty Trust Bank (GTB)',
  bankVerificationNumber: '22200011122',
  brandCustomization: { primaryColor: '#b3261e', secondaryColor: '#f2b721' },
};

/** Signs the owner up a year ago, confirms the address, registers the business and sets its PIN. */
export async function openBusiness(scope: SystemScope): Promise<Actor> {
  const now = plusMs(scope.now, -YEAR_MS);
  const passwordHash = await hashSecret(OWNER.password);
  const actor = await transactInPast(scope, async (ctxAt) => {
    const system = ctxAt(now);
    const user = {
      email: OWNER.email,
      passwordHash,
      firstName: 'Adaeze',
      lastName: 'Okafor',
      currency: 'NGN' as const,
      referralCode: null,
      agreed: false,
    };
    const { account } = await createUser(system, user, { config: scope.config }, scope.publicUrl());
    await system.tx
      .updateTable('users')
      .set({ email_verified_at: now })
      .where('id', '=', account.id)
      .execute();
    // Consent to the current texts: a year ago there were others.
    const consent = { subject: 'owner', subjectId: account.id, given: true, way: 'notice' } as const;
    for (const purpose of ['terms', 'privacy'] as const)
      await recordConsent(ctxAt(scope.now), {
        ...consent,
        businessId: account.business_id,
        purpose,
      });
    const owner: Actor = {
      userId: account.id,
      businessId: account.business_id,
      sessionId: '',
      provenAt: now,
      provenBy: 'password',
      client: 'browser',
      email: account.email,
      firstName: account.first_name,
      currency: 'NGN',
      timeZone: DEFAULT_ZONE,
      registered: true,
    };
    const past = { ...system, actor: owner };
    await createProfile(past, profile, demoAccount.name);
    await updateProfile(past, owner.businessId, { tin: '20114477-0001' });
    return owner;
  });
  await setPin(actingScope(scope, actor, now), { pin: PIN });
  return actor;
}

/** A transaction of what happened earlier, which notifies nobody: its messages and jobs are not queued. */
export const transactInPast = <T>(
  scope: SystemScope,
  work: (ctxAt: (now: Date) => SystemCtx) => Promise<T>,
): Promise<T> =>
  transactOn(scope.db, async (tx) => {
    const atCommit = nothingAtCommit();
    const done = await work((now) => ({
      tx,
      now,
      enqueue: () => {},
      sealer: scope.sealer,
      vault: scope.vaultOn(tx),
      publicUrl: scope.publicUrl(),
      sendsWhatsApp: false,
      origin: ORIGIN,
      atCommit,
    }));
    await writeLast(tx, { ...nothingAtCommit(), rows: atCommit.rows }, scope.now, async () => {});
    return done;
  });

function actingScope(scope: SystemScope, actor: Actor, now: Date): Scope {
  const transact = <T>(work: (ctx: Ctx) => Promise<T>) =>
    transactInPast(scope, (ctxAt) => work({ ...ctxAt(now), actor }));
  return {
    ...scope,
    now,
    actor,
    transact,
    answerOnce: async (work, present) => present(await transact(work)),
  };
}
