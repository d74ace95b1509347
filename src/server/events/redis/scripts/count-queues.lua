-- Counts the queues.
--
-- KEYS[1] the shard
--
-- Returns the number of queues.

return redis.call('ZCARD', expiry_key)
