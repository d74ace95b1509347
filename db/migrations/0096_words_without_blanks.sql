-- Search in scripts that put no blanks between words: Chinese, Japanese and Korean, Thai, Lao, Burmese, Khmer, Tibetan. Their
-- letters are indexed in pairs, so that any part of a sentence is found: 上海东边 has the pairs 上海, 海东, 东边 and, at its
-- end, the letter 边. Texts without such letters are indexed as before, by the same trigger.

-- Whether a text has such letters; src/server/data/history/search.ts has the same class. Most texts are plain ASCII, which
-- their lengths show.
create function has_unspaced(value text) returns boolean language sql immutable parallel safe as $$
  select octet_length(value) > length(value) and value ~ '[\u0e01-\u0eff\u0f40-\u0fbc\u1000-\u109f\u1780-\u17d3\u2e80-\u2fdf\u3005-\u3007\u3041-\u30fa\u30fc-\u318f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff]'
$$;

-- Pairs from the first letter of each run on, and from the second one on; a letter that is left at the end stands alone.
create function note_unspaced_words() returns trigger language plpgsql set search_path from current as $$
declare
  value constant text := new.topic || chr(10) || new.content;
  runs constant text := regexp_replace(value, '[^\u0e01-\u0eff\u0f40-\u0fbc\u1000-\u109f\u1780-\u17d3\u2e80-\u2fdf\u3005-\u3007\u3041-\u30fa\u30fc-\u318f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff]+', ' ', 'g');
  shifted constant text := regexp_replace(runs, '(^| )[^ ]', '\1', 'g');
  pairs constant text := regexp_replace(runs || ' ' || shifted, '([^ ]{1,2})', '\1 ', 'g');
begin
  new.search_vector :=
    to_tsvector('pg_catalog.english', regexp_replace(value, '[\u0e01-\u0eff\u0f40-\u0fbc\u1000-\u109f\u1780-\u17d3\u2e80-\u2fdf\u3005-\u3007\u3041-\u30fa\u30fc-\u318f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff]+', ' ', 'g'))
    || array_to_tsvector(array_remove(string_to_array(pairs, ' '), ''));
  return new;
end
$$;

drop trigger messages_search_vector on messages;
create trigger messages_search_vector before insert or update of topic, content on messages
for each row when (not has_unspaced(new.topic || new.content))
execute function tsvector_update_trigger(search_vector, 'pg_catalog.english', topic, content);
create trigger messages_search_pairs before insert or update of topic, content on messages
for each row when (has_unspaced(new.topic || new.content))
execute function note_unspaced_words();

-- Messages up to this id, of any realm, are still to be indexed in pairs; maintenance does so in pieces
-- (src/server/chat/jobs/retention/index-words.ts), and removes the row at the end.
create table unindexed_words (
  up_to_id bigint primary key
);
insert into unindexed_words (up_to_id) select id from messages order by id desc limit 1;
