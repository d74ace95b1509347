/**
 * Files that measure moments. They run last, one at a time, so that no other file takes the processors from
 * them. Better than an entry here is a check that counts steps, turns or bytes.
 */
module.exports = []
