-- Bitmaps of outbox ids record the dispatched rows.

local ids_per_page = 65536
-- One day more than the longest lifespan of a queue, so that no queue can get a row twice.
local marker_seconds = 8 * 86400

local function page_of(outbox_id)
  return dispatched_key .. math.floor(outbox_id / ids_per_page)
end

-- Marks an outbox row as dispatched; returns false if it already was.
local function mark(outbox_id)
  local page = page_of(outbox_id)
  local was_marked = redis.call('SETBIT', page, outbox_id % ids_per_page, 1)
  redis.call('EXPIRE', page, marker_seconds)
  return was_marked == 0
end
