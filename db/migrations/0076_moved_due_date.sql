-- A due date that was set after the invoice was settled, as when a tax certificate was refused: it has reminders of its own.
alter table reminder_invoices add column moved_to date;
