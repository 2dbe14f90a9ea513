-- Money handed back says when and why also where a credit note was the reason, and never was on an invoice at the same time.
-- What a provider returns is in no check beside it: a bank may take back what its payer got in cash already.
alter table payments drop constraint payments_given_back;
update payments p set given_back_on = c.day, given_back_reason = 'Credit note' from (
    select a.business_id, a.payment_id, max(n.issue_date) as day from allocations a
    join credit_notes n on n.business_id = a.business_id and n.invoice_id = a.invoice_id
    where n.gave_back_minor > 0 and a.amount_minor < 0 group by 1, 2) c
  where p.given_back_minor > 0 and p.given_back_on is null and c.business_id = p.business_id and c.payment_id = p.id;
alter table payments add constraint payments_given_back check ((given_back_on is null) = (given_back_reason is null)
  and (given_back_on is null or given_back_minor > 0) and applied_minor + given_back_minor <= amount_minor);
