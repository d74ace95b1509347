import { contentEditRefusal } from '../../../../src/shared/rules/editing-content'
import {
  deletionRefusal,
  moveLimitOf,
  moveRefusal,
} from '../../../../src/shared/rules/changing-messages'
import type { Changer } from '../../../../src/shared/rules/editing-content'

const changer = (
  permissions: readonly string[],
  { limit = 600, ...rest }: Partial<Changer> & { limit?: number | null } = {},
): Changer => ({
  isModerator: false,
  isEditingOn: true,
  limitOf: () => limit,
  mayInRealm: (permission) => permissions.includes(permission),
  ...rest,
})
const own = { isOwn: true, age: 600 }
const tooOld = { isOwn: true, age: 600.1 }
const others = { isOwn: false, age: 600 }

describe('an edit of the content of a message', () => {
  it('is for its sender, up to the limit', () => {
    expect(contentEditRefusal(changer([]), own)).toBeUndefined()
    expect(contentEditRefusal(changer([]), tooOld)).toBe('tooOld')
    expect(contentEditRefusal(changer([], { limit: null }), tooOld)).toBeUndefined()
    expect(contentEditRefusal(changer([]), others)).toBe('notAllowed')
    expect(contentEditRefusal(changer([], { isEditingOn: false }), own)).toBe('editingOff')
  })
})

describe('a move of a message', () => {
  const topics = 'can_move_messages_between_topics_group'
  const channels = 'can_move_messages_between_channels_group'

  it.each([
    ['to other topic', [topics], others, undefined],
    ['to other topic', [topics], { isOwn: false, age: 601 }, 'tooOld'],
    ['to other topic', [channels], others, 'notAllowed'],
    ['to other topic', [], own, undefined],
    ['to other topic', [], tooOld, 'notAllowed'],
    ['to other stream', [channels], others, undefined],
    ['to other stream', [channels], tooOld, 'tooOld'],
    ['to other stream', [topics], own, 'notAllowed'],
    ['resolving', ['can_resolve_topics_group'], { isOwn: false, age: 1e6 }, undefined],
    ['resolving', [topics], { isOwn: false, age: 1e6 }, undefined],
    ['resolving', [channels], own, 'notAllowed'],
  ] as const)(
    'follows the kind, the permissions and the message: %s, %j, %j: %s',
    (kind, permissions, message, refusal) => {
      expect(moveRefusal(changer(permissions), message, kind)).toBe(refusal)
    },
  )

  it('has no time limit for moderators', () => {
    const moderator = changer([topics], { isModerator: true })
    expect(moveRefusal(moderator, { isOwn: false, age: 1e6 }, 'to other topic')).toBeUndefined()
    expect(moveLimitOf(moderator, 'to other stream')).toBeNull()
    expect(moveLimitOf(changer([]), 'to other stream')).toBe(600)
  })

  it('is off with editing', () => {
    const off = changer([topics, channels], { isEditingOn: false, isModerator: true })
    expect(moveRefusal(off, own, 'to other topic')).toBe('editingOff')
    expect(moveRefusal(off, own, 'resolving')).toBe('editingOff')
  })
})

describe('the deletion of a message', () => {
  const any = 'can_delete_any_message_group'
  const mine = 'can_delete_own_message_group'

  it('needs the permission to delete any; for a time the sender may, too', () => {
    expect(deletionRefusal(changer([any]), { isOwn: false, age: 1e6 })).toBeUndefined()
    expect(deletionRefusal(changer([mine]), own)).toBeUndefined()
    expect(deletionRefusal(changer([mine]), tooOld)).toBe('tooOld')
    expect(deletionRefusal(changer([mine]), others)).toBe('notAllowed')
    expect(deletionRefusal(changer([]), own)).toBe('notAllowed')
    expect(deletionRefusal(changer([mine], { isEditingOn: false }), own)).toBeUndefined()
  })
})
