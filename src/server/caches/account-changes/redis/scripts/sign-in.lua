-- Adds a worker to the set of workers to wait for.
--
-- KEYS[1] sorted set of workers
-- ARGV[1] the worker
-- ARGV[2] ms without a sign-in after which the set expires

-- include: ../../../../stores/redis/scripts/clock.lua

redis.call('ZADD', KEYS[1], now_ms(), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
