-- The name of the view that clients show first is `recent` since level 454, instead of `recent_topics`.
update users set settings = jsonb_set(settings, '{web_home_view}', '"recent"')
  where settings ->> 'web_home_view' = 'recent_topics';
update realms set user_defaults = jsonb_set(user_defaults, '{web_home_view}', '"recent"')
  where user_defaults ->> 'web_home_view' = 'recent_topics';
