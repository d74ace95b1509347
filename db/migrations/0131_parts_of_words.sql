-- Search for parts of words with punctuation: `report` in report-final.pdf, `local` in /usr/local/bin, `jane` in jane.roe@ex.org.
-- The parser of PostgreSQL makes one token of a file name, path, address or version. Texts with such words are indexed a second
-- time with blanks in place of the punctuation; all other texts as before, by the same triggers.

-- Whether a text has words with punctuation before or within.
create function has_parts(value text) returns boolean language sql immutable parallel safe as $$
  select value ~ '[-./@<>&~+][^[:space:][:punct:]]'
$$;

-- A text with blanks in place of the punctuation that joins words, and between the v and the number of a version.
create function parts_of_words(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(translate(value, '-./@<>&~+', '         '), '\mv(?=[0-9])', 'v ', 'gi')
$$;

-- The stop word keeps a place between both copies, so that no phrase reaches from one to the other.
create function words_and_parts(value text) returns tsvector language sql immutable parallel safe as $$
  select case when has_parts(value)
    then to_tsvector('pg_catalog.english', value)
      || to_tsvector('pg_catalog.english', 'the ' || parts_of_words(value))
    else to_tsvector('pg_catalog.english', value)
  end
$$;

create function note_parts_of_words() returns trigger language plpgsql set search_path from current as $$
begin
  new.search_vector := words_and_parts(new.topic || chr(10) || new.content);
  return new;
end
$$;

-- As before, and with the parts of words.
create or replace function note_unspaced_words() returns trigger language plpgsql set search_path from current as $$
declare
  value constant text := new.topic || chr(10) || new.content;
  runs constant text := regexp_replace(value, '[^\u0e01-\u0eff\u0f40-\u0fbc\u1000-\u109f\u1780-\u17d3\u2e80-\u2fdf\u3005-\u3007\u3041-\u30fa\u30fc-\u318f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff]+', ' ', 'g');
  shifted constant text := regexp_replace(runs, '(^| )[^ ]', '\1', 'g');
  pairs constant text := regexp_replace(runs || ' ' || shifted, '([^ ]{1,2})', '\1 ', 'g');
begin
  new.search_vector :=
    words_and_parts(regexp_replace(value, '[\u0e01-\u0eff\u0f40-\u0fbc\u1000-\u109f\u1780-\u17d3\u2e80-\u2fdf\u3005-\u3007\u3041-\u30fa\u30fc-\u318f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff]+', ' ', 'g'))
    || array_to_tsvector(array_remove(string_to_array(pairs, ' '), ''));
  return new;
end
$$;

drop trigger messages_search_vector on messages;
create trigger messages_search_vector before insert or update of topic, content on messages
for each row when (not has_unspaced(new.topic || new.content) and not has_parts(new.topic || chr(10) || new.content))
execute function tsvector_update_trigger(search_vector, 'pg_catalog.english', topic, content);
create trigger messages_search_parts before insert or update of topic, content on messages
for each row when (not has_unspaced(new.topic || new.content) and has_parts(new.topic || chr(10) || new.content))
execute function note_parts_of_words();

-- Maintenance indexes the messages from before in pieces, see 0096_words_without_blanks.sql.
delete from unindexed_words;
insert into unindexed_words (up_to_id) select id from messages order by id desc limit 1;
