-- Lines of all statements by their amount: those of others are looked for beside one that is matched.
create index statement_lines_amounts on statement_lines (business_id, amount_minor) where set_aside is null;
