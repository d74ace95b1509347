-- Notes epochs of the database, if the noted ones are still those that the caller has seen.
--
-- KEYS[1] the shard
-- ARGV[1] the current epoch that the caller has seen; '': none
-- ARGV[2] the next epoch that the caller has seen
-- ARGV[3] the current epoch
-- ARGV[4] the next epoch
-- ARGV[5] how often the database was restored
--
-- Returns 1, or 0 if other epochs are noted.

local noted = redis.call('HMGET', epochs_key, 'current', 'next')
if (noted[1] or '') ~= ARGV[1] or (noted[2] or '') ~= ARGV[2] then return 0 end

redis.call('HSET', epochs_key, 'current', ARGV[3], 'next', ARGV[4], 'restores', ARGV[5])
return 1
