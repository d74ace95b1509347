-- Whoever has an account already needs neither the tour of new people nor what owners are led through at the first start.
insert into onboarding_steps (realm_id, user_id, name)
select users.realm_id, users.id, step.name
from users, (values ('parley_tour'), ('parley_setup')) as step (name)
where not users.is_bot
on conflict do nothing;
