-- What Welcome Bot says besides to those who come by an invitation; null: the text of the organization, '': nothing.
alter table invitations add column welcome_text text;
