import type { Module } from '#server/kernel/module.ts';
import { service } from '#server/kernel/service.ts';
import { exportedOf, type Tables } from '#server/kernel/table-facts.ts';
import { account } from '#server/modules/account/index.ts';
import { activity } from '#server/modules/activity/index.ts';
import { analytics } from '#server/modules/analytics/index.ts';
import { assistant } from '#server/modules/assistant/index.ts';
import { audit } from '#server/modules/audit/index.ts';
import { bankStatements } from '#server/modules/bank-statements/index.ts';
import { creditNotes } from '#server/modules/credit-notes/index.ts';
import { business } from '#server/modules/business/index.ts';
import { capture } from '#server/modules/capture/index.ts';
import { consents } from '#server/modules/consents/index.ts';
import { customerPortal } from '#server/modules/customer-portal/index.ts';
import { customerStatements } from '#server/modules/customer-statements/index.ts';
import { customers } from '#server/modules/customers/index.ts';
import { files } from '#server/modules/files/index.ts';
import { geography } from '#server/modules/geography/index.ts';
import { identity } from '#server/modules/identity/index.ts';
import { invoices } from '#server/modules/invoices/index.ts';
import { ledger } from '#server/modules/ledger/index.ts';
import { live } from '#server/modules/live/index.ts';
import { notifications } from '#server/modules/notifications/index.ts';
import { operators } from '#server/modules/operators/index.ts';
import { payments } from '#server/modules/payments/index.ts';
import { plans } from '#server/modules/plans/index.ts';
import { pos } from '#server/modules/pos/index.ts';
import { quotes } from '#server/modules/quotes/index.ts';
import { reconciliation } from '#server/modules/reconciliation/index.ts';
import { reminders } from '#server/modules/reminders/index.ts';
import { savedCards } from '#server/modules/saved-cards/index.ts';
import { waitlist } from '#server/modules/waitlist/index.ts';
import { webhooks } from '#server/modules/webhooks/index.ts';
import { whatsapp } from '#server/modules/whatsapp/index.ts';
import { withdrawals } from '#server/modules/withdrawals/index.ts';
import { withholding } from '#server/modules/withholding/index.ts';

/**
 * Every module, by the name of its folder. A module whose rows refer to those of another stands after it: an import
 * writes tables in this order, and an erasure goes the other way.
 */
export const modules = {
  identity,
  account,
  business,
  consents,
  files,
  customers,
  invoices,
  'saved-cards': savedCards,
  plans,
  quotes,
  pos,
  payments,
  'bank-statements': bankStatements,
  'credit-notes': creditNotes,
  withholding,
  'customer-statements': customerStatements,
  'customer-portal': customerPortal,
  withdrawals,
  reconciliation,
  ledger,
  reminders,
  notifications,
  assistant,
  activity,
  audit,
  analytics,
  waitlist,
  whatsapp,
  webhooks,
  geography,
  live,
  capture,
  operators,
};

/** The manifests of all modules, after that of the service itself. */
export const manifests: readonly Module[] = [service, ...Object.values(modules)];

/** Facts of every table. */
export const tables: Tables = Object.assign({}, ...manifests.map((module) => module.tables));

export const exportedTables = exportedOf(manifests);

/** Every column that holds sealed values. tests/secrets reports missing ones. */
export const sealedColumns = manifests.flatMap((module) => module.sealed ?? []);
