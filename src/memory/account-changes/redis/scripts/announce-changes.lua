-- Tells all workers of changes.
--
-- KEYS[1] sorted set of workers
-- ARGV[1] channel of the changes
-- ARGV[2] the message
-- ARGV[3] ms for which a worker is waited for after it has signed in
--
-- Returns the workers that are to be waited for.

local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now_ms - ARGV[3])
redis.call('PUBLISH', ARGV[1], ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)
