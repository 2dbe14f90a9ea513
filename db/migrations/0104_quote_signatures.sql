-- Drawn by the customer who accepts, where they want to: SVG path data we draw ourselves from their strokes, nothing else.
alter table quote_acceptances
  add column signature text,
  add constraint quote_acceptances_signature check (length(signature) <= 40000
    and signature ~ '^(M[0-9]{1,3} [0-9]{1,3}(Q[0-9]{1,3} [0-9]{1,3} [0-9]{1,3} [0-9]{1,3})*L[0-9]{1,3} [0-9]{1,3})+$') not valid;
alter table quote_acceptances validate constraint quote_acceptances_signature;
