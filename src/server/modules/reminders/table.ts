/** An invoice whose owner was told that it is overdue. */
export type OverdueNoticeRow = { business_id: string; invoice_id: string; noticed_at: Date };

export type ReminderTables = { overdue_notices: OverdueNoticeRow };
