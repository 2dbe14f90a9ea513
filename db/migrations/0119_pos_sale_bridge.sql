-- Takes down the bridge of 0037: no version that needs it runs any more. From now on only what was deleted has deleted_at.
drop trigger bridge_invoice_state_insert on invoices;
drop trigger bridge_invoice_state_update on invoices;
drop trigger bridge_sale_state on invoices;
drop trigger bridge_counter_sale on counter_sales;
drop trigger bridge_ended_sale on counter_sales;
drop function bridge_invoice_state, bridge_sale_state, bridge_counter_sale, bridge_ended_sale;
update invoices set deleted_at = null where state <> 'active';
alter table counter_sales drop column waits_until, drop column opened_at;
