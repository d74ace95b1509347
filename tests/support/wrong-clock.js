/*
 * Loaded into a built command under test before all else (`node --require`), it puts the clock an hour ahead, as on a machine
 * without a time service.
 */
const { now } = Date
Date.now = () => now() + 3_600_000
