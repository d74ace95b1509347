-- The records of a realm and their order.
--
-- Update ids are times in ms if possible: after a loss of all data they continue above those that
-- clients know.

-- include: ../../../../redis/scripts/clock.lua

local records, order = KEYS[1], KEYS[2]
local retention_ms = 14 * 86400 * 1000
-- Lua passes at most some 8,000 arguments.
local records_per_call = 2000

local function last_update_id()
  return tonumber(redis.call('ZREVRANGE', order, 0, 0, 'WITHSCORES')[2] or '-1')
end

-- Writes the record of a user, and deletes up to ten records past their retention.
local function write_record(user, record)
  local update_id = math.max(last_update_id() + 1, now_ms())
  redis.call('HSET', records, user, record)
  redis.call('ZADD', order, string.format('%d', update_id), user)

  local oldest = string.format('%d', now_ms() - retention_ms)
  local outdated = redis.call('ZRANGEBYSCORE', order, '-inf', oldest, 'LIMIT', 0, 10)
  for _, other in ipairs(outdated) do
    redis.call('ZREM', order, other)
    redis.call('HDEL', records, other)
  end
  redis.call('PEXPIRE', records, retention_ms)
  redis.call('PEXPIRE', order, retention_ms)
end

-- Last update id, then user, update id and record of each record newer than an id.
local function list_since(known)
  local reply = { last_update_id() }
  local newer = redis.call('ZRANGEBYSCORE', order, '(' .. known, '+inf', 'WITHSCORES')
  for first = 1, #newer, 2 * records_per_call do
    local last = math.min(first + 2 * records_per_call - 2, #newer - 1)
    local users = {}
    for i = first, last, 2 do users[#users + 1] = newer[i] end
    local found = redis.call('HMGET', records, unpack(users))
    for i = 1, #users do
      reply[#reply + 1] = users[i]
      reply[#reply + 1] = newer[first + 2 * i - 1]
      reply[#reply + 1] = found[i] or ''
    end
  end
  return reply
end
