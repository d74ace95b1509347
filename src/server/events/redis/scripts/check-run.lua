-- Tells whether the queues may lack writes that nobody remembers: Redis was started anew, and no worker that was connected
-- before has come back.
--
-- KEYS[1] the shard
-- ARGV[1] 1 if the worker was connected before, and has looked for lost writes of its own since; else 0
-- ARGV[2] time for such a worker to come back, in microseconds
--
-- Returns nil if the queues are whole; else the time since which this run of Redis is in doubt, in microseconds, and
-- 1 if the doubt has lasted for the given time.

-- include: ../../../stores/redis/scripts/clock.lua

-- A server that does not tell its run is taken for the same one.
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or ''
local noted = redis.call('HMGET', run_key, 'whole', 'doubted', 'since')
if noted[1] == run then return false end

if not noted[1] or ARGV[1] == '1' then
  redis.call('DEL', run_key)
  redis.call('HSET', run_key, 'whole', run)
  return false
end

local since = noted[2] == run and tonumber(noted[3])
if not since then
  since = now_us()
  redis.call('HSET', run_key, 'doubted', run, 'since', string.format('%d', since))
end
return { since, now_us() - since >= tonumber(ARGV[2]) and 1 or 0 }
