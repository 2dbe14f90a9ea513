-- Royalty to a person, dividend and interest, and directors' fees have rates of their own.
alter table withholdings drop constraint withholdings_kind_check;
alter table withholdings add constraint withholdings_kind_check
  check (kind in ('goods', 'services', 'construction', 'other_construction', 'professional', 'rent', 'royalty', 'royalty_person', 'dividend',
    'director')) not valid;
alter table withholdings validate constraint withholdings_kind_check;
