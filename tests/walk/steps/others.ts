import type { Play } from './step'

/** Steps of other people, and of other devices of the reader; the reader does nothing. */
export const others = {
  async receiveHere(walk, { pick }) {
    const words = await walk.receiveHere(pick)
    return { words }
  },

  async receiveMany(walk, { pick }) {
    for (let count = 0; count < 3; count += 1) await walk.receiveHere(pick + count)
    return { words: 'receives three messages' }
  },

  async receiveElsewhere(walk, { pick }) {
    const place = walk.choose(['stream 7', 'stream 20', 'stream 39', 'garden'], pick)
    await walk.receive({ stream: place, topic: walk.choose(['news', 'plans'], pick >> 2) }, pick)
    return { words: `receives a message in ${place}` }
  },

  async receivePrivate(walk, { pick }) {
    await walk.receive('private', pick)
    return { words: 'receives a private message' }
  },

  async editTheirs(walk, { pick }) {
    const id = walk.chooseTheirs(pick)
    if (id === undefined) return undefined
    await walk.authorOf(id)?.call('PATCH /messages/{message_id}', {
      message_id: id,
      content: `Changed: ${'a few more words. '.repeat(1 + (pick % 30))}`,
    })
    await walk.untilHeard()
    return { words: `sees message ${id} change` }
  },

  async reactTheirs(walk, { pick }) {
    const id = walk.chooseTheirs(pick)
    if (id === undefined) return undefined
    const emoji = walk.choose(['smile', 'heart', 'tada', 'wave'], pick)
    await walk.org.others[0]?.post(`/messages/${id}/reactions`, { emoji_name: emoji })
    await walk.untilHeard()
    return { words: `sees a reaction to message ${id}` }
  },

  async deleteTheirs(walk, { pick }) {
    const id = walk.chooseTheirs(pick)
    if (id === undefined) return undefined
    // The owner cannot delete what is private to others.
    const { status } = await walk.org.server.owner.delete(`/messages/${id}`)
    if (status !== 200) return undefined
    walk.forgetTheirs(id)
    await walk.untilHeard()
    return { words: `sees message ${id} disappear`, focuses: true, deletes: id }
  },

  async typingNotice(walk) {
    await walk.org.others[0]?.post('/typing', { op: 'start', to: [walk.org.reader.id] })
    return { words: 'sees that somebody types' }
  },

  async readElsewhere(walk, { pick }) {
    const newest = await walk.receive({ stream: 'garden', topic: 'news' }, pick)
    await walk.org.reader.call('POST /messages/flags', {
      messages: [newest],
      op: 'add',
      flag: 'read',
    })
    return { words: 'reads a message on another device' }
  },
} satisfies Record<string, Play>
