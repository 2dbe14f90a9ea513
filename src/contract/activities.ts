import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { amount, currencyCode, currencyParams, instant, page, paging, recordId } from './wire.ts';

export const activityTypes = [
  'invoice_created',
  'payment_completed',
  'payment_initiated',
  'customer_created',
  'customer_updated',
  'customer_imported',
  'invoice_paid',
  'auth_login',
  'auth_register',
  'auth_logout',
  'ai_agent_conversation_started',
  'ai_agent_message_sent',
  'ai_agent_invoice_parsed',
  'invoice_sent',
  'invoice_updated',
  'invoice_revised',
  'invoice_reminded',
  'payment_promised',
  'message_failed',
  'invoice_deleted',
  'invoice_restored',
  'invoice_written_off',
  'credit_note',
  'withholding_changed',
  'payment_failed',
  'payment_refunded',
  'payment_recorded',
  'payment_unmatched',
  'refund_requested',
  'refund_failed',
  'customer_deleted',
  'customer_merged',
  'business_registered',
  'branding_updated',
  'business_updated',
  'documents_added',
  'documents_accepted',
  'documents_refused',
  'payout_account_changed',
  'invoice_overdue',
  'pin_set',
  'pin_locked',
  'withdrawal_requested',
  'withdrawal_completed',
  'withdrawal_failed',
  'withdrawal_reversed',
] as const;
/** Acts of an owner with their account and in the chat; all else is about money and customers. */
export const accountActivities = [
  'auth_login',
  'auth_register',
  'auth_logout',
  'ai_agent_conversation_started',
  'ai_agent_message_sent',
  'ai_agent_invoice_parsed',
  'business_registered',
  'branding_updated',
  'business_updated',
  'documents_added',
  'pin_set',
] as const satisfies (typeof activityTypes)[number][];
export const activityStatuses = ['success', 'pending', 'failed'] as const;

export const activity = z.object({
  ...recordId,
  activityType: z.enum(activityTypes),
  description: z.string(),
  status: z.enum(activityStatuses),
  createdAt: instant,
  metadata: z.object({
    customerName: z.optional(z.string()),
    amount: z.optional(amount),
    currency: z.optional(currencyCode),
    invoiceId: z.optional(z.string()),
    invoiceNumber: z.optional(z.string()),
  }),
});

export const activities = {
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/activities',
    summary: 'What happened, newest first',
    auth: 'session',
    owner: 'business',
    params: currencyParams,
    /** `about=trade` leaves only money and customers. */
    query: z.object({ ...paging, about: z.optional(z.literal('trade')) }),
    response: z.object({ data: z.object({ activities: z.array(activity) }), page }),
  }),
};
