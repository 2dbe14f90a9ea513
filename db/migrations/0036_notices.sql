-- Notices of providers are kept without the account numbers in them; those from before keep the last four digits too.
update payment_notices
set raw = regexp_replace(raw, '("[^"]*(?:account_?n(?:umber|o)|nuban|bvn)[^"]*"\s*:\s*)"?[^",}]+([^",}]{4})"?', '\1"…\2"', 'gi')
where raw ~* 'account_?n(umber|o)|nuban|bvn';
