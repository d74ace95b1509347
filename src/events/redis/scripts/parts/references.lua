-- A queue holds a reference to each event: "<event id> <payload id> <bytes> <overlay>".
-- Payload '-' means that the overlay is the whole event. What follows the event id is the same in
-- many queues.

-- References that this call gave up: how many, by what follows the event id.
local released = {}

-- Gives a reference up, named by what follows its event id; the payload goes with the last one.
local function release(rest_of_reference)
  released[rest_of_reference] = (released[rest_of_reference] or 0) + 1
end

-- Writes what was given up; every script that releases ends with it.
local function forget_released()
  for rest_of_reference, count in pairs(released) do
    local payload_id = string.match(rest_of_reference, '^%S+')
    if payload_id ~= '-'
      and redis.call('HINCRBY', payload_key .. payload_id, 'references', -count) < 1
    then
      redis.call('DEL', payload_key .. payload_id)
    end
  end
end
