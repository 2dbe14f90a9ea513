-- A customer that usually keeps withholding tax, and for which purpose; null where it keeps none.
alter table customers
  add column withholding_kind text,
  add constraint customers_withholding_kind check (withholding_kind in
    ('goods', 'services', 'construction', 'other_construction', 'professional', 'rent', 'royalty', 'royalty_person', 'dividend',
     'director')) not valid;
alter table customers validate constraint customers_withholding_kind;
