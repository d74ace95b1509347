-- Lists a worker among those who are waited for.
--
-- KEYS[1] sorted set of workers
-- ARGV[1] the worker
-- ARGV[2] ms after which the set may go when nobody signs in any more

local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now_ms, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
