/**
 * A client may claim to hold ids up to here, far more than a queue will ever give. Lua writes
 * numbers with 14 digits, so ids beyond this would be written as fractions.
 */
export const maxEventId = 2 ** 46

/** The cursor of a client that has received nothing yet. */
export const noEventId = -1
