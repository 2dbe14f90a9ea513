import { sql } from 'kysely';
import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { column, sealedColumn } from '#server/kernel/sealed-columns.ts';
import { routes as accountRoutes } from './account-routes.ts';
import { eraseUser } from './commands/erase.ts';
import { secretPlace } from './commands/two-factor.ts';
import { routes as extensionRoutes } from './extension-routes.ts';
import { runs } from './flows/sign-in.ts';
import { jobs } from './jobs.ts';
import { connectionRoutes, routes as passkeyRoutes, stepUpRoutes } from './passkey-routes.ts';
import { routes } from './routes.ts';
import type { IdentityTables } from './table.ts';

const CREDENTIAL = { owner: 'user_id', export: 'a proof of who you are, here', erase: 'delete' } as const;

export const identity = {
  uses: ['notifications'],
  routes: {
    identity: routes,
    account: accountRoutes,
    passkeys: passkeyRoutes,
    connections: connectionRoutes,
    stepUp: stepUpRoutes,
    extension: extensionRoutes,
  },
  jobs: runners(jobs, runs),
  tables: {
    users: {
      owner: 'business_id',
      place: 'every node',
      export: {
        key: ['id'],
        about: 'you',
        owner: 'id',
        excludedColumns: { password_hash: null, deletion_due_at: null, erased_at: null },
      },
      erase: 'command',
      texts: 'own',
    },
    sessions: CREDENTIAL,
    email_tokens: CREDENTIAL,
    external_identities: CREDENTIAL,
    sign_in_codes: { ...CREDENTIAL, expires: true },
    two_factor: CREDENTIAL,
    recovery_codes: CREDENTIAL,
    extension_codes: { ...CREDENTIAL, expires: true },
    passkeys: CREDENTIAL,
    passkey_challenges: { ...CREDENTIAL, expires: true },
    step_up_codes: { ...CREDENTIAL, expires: true },
    known_browsers: { ...CREDENTIAL, export: 'a browser that is known here' },
  },
  erase: eraseUser,
  retention: [
    {
      what: 'links in messages, used or expired',
      days: 7,
      purge: (scope, before) =>
        sql`delete from email_tokens where least(expires_at, used_at) < ${before}`.execute(scope.db),
    },
    {
      what: 'ended sessions',
      days: 30,
      purge: (scope, before) =>
        sql`delete from sessions where least(expires_at, revoked_at) < ${before}`.execute(scope.db),
    },
    {
      what: 'known browsers of an account',
      days: 400,
      purge: (scope, before) =>
        sql`delete from known_browsers where last_seen_at < ${before}`.execute(scope.db),
    },
  ],
  sealed: [
    sealedColumn('two_factor', 'secret_sealed', {
      key: column('user_id'),
      businessId: sql<string>`(select u.business_id from users u where u.id = t.user_id)`,
      sealContext: ({ key }) => secretPlace(key),
    }),
  ],
} satisfies Module<IdentityTables>;
