-- Notifies all workers of changes.
--
-- KEYS[1] sorted set of workers
-- ARGV[1] channel of the changes
-- ARGV[2] the message
-- ARGV[3] ms after its sign-in during which a worker is waited for
--
-- Returns the workers to wait for.

-- include: ../../../../stores/redis/scripts/clock.lua

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now_ms() - ARGV[3])
redis.call('PUBLISH', ARGV[1], ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)
