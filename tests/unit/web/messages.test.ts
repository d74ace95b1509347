import { recentEmoji, rememberEmoji } from '../../../src/web/data/emoji/recent'
import { fitPicture, nameOfPicture } from '../../../src/web/data/html/fit'
import { continues } from '../../../src/web/data/messages/continues'
import { editMarkOf } from '../../../src/web/data/messages/edit-mark'
import { quoteOf } from '../../../src/web/data/messages/quote'
import { groupReactions } from '../../../src/web/data/emoji/reactions'
import { isResolvedTopic, toggledTopic } from '../../../src/shared/rules/topics'
import { followMoves } from '../../../src/web/data/messages/follow-moves'
import type { PropagateMode } from '../../../src/shared/message-events'
import { eventWith } from './store/sample-state'
import { isMemberOf } from '../../../src/web/data/rights/group-members'

describe('a quote', () => {
  const quoted = { senderId: 10, senderName: 'Ada', link: '#narrow/dm/10/near/5' }

  it('names its sender, links to the message and fences the content', () => {
    expect(quoteOf({ ...quoted, text: 'hi' }, 'said')).toBe(
      '@_**Ada|10** [said](#narrow/dm/10/near/5):\n```quote\nhi\n```\n',
    )
  })

  it('has a fence that its text cannot close', () => {
    const text = 'look:\n````python\nx = 1\n````\n  ```\n'
    expect(quoteOf({ ...quoted, text }, 'said')).toContain(`\n${'`'.repeat(5)}quote\nlook:`)
  })
})

describe('reactions', () => {
  it('are grouped by emoji, in the order of the first of each', () => {
    const tada = {
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
    } as const
    const own = { emoji_name: 'tada', emoji_code: '5', reaction_type: 'realm_emoji' } as const
    const groups = groupReactions([
      { ...tada, user_id: 11 },
      { ...own, user_id: 10 },
      { ...tada, emoji_name: 'hooray', user_id: 10 },
    ])
    expect(groups).toEqual([
      { key: 'unicode_emoji:1f389', ...tada, userIds: [11, 10] },
      { key: 'realm_emoji:5', ...own, userIds: [10] },
    ])
  })

  it('are offered by last use to each account, and unreadable storage is ignored', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    const codes = () => recentEmoji(storage, 10).map(({ emoji_code: code }) => code)
    const remember = (emoji_code: string) => {
      rememberEmoji(storage, 10, { emoji_name: 'x', emoji_code, reaction_type: 'unicode_emoji' })
    }
    const popular = codes()
    expect(popular[0]).toBe('1f44d')

    for (const code of ['1f419', '1f355', '1f419']) remember(code)
    expect(codes()).toEqual(['1f419', '1f355', ...popular])
    expect(recentEmoji(storage, 11)[0]?.emoji_code).toBe('1f44d')

    const many = Array.from({ length: 20 }, (_, index) => `1f6${String(10 + index)}`)
    for (const code of many) remember(code)
    expect(codes()).toEqual(many.slice(-16).toReversed())

    for (const key of kept.keys()) kept.set(key, '[{"emoji_name":1}]')
    expect(codes()).toEqual(popular)
  })
})

describe('a topic', () => {
  it('is resolved and opened again by its name', () => {
    expect(isResolvedTopic(toggledTopic('lunch'))).toBe(true)
    expect(toggledTopic(toggledTopic('lunch'))).toBe('lunch')
    expect(toggledTopic('✔ ✔ lunch')).toBe('lunch')
  })

  it('takes its readers along when it moves as a whole', () => {
    const narrow = [
      { operator: 'channel', operand: 5 },
      { operator: 'topic', operand: 'Lunch' },
    ] as const
    const replace = jest.fn()
    const navigation = { route: { peek: () => ({ view: 'narrow', narrow }) }, replace }
    const move = (streamId: number, mode: PropagateMode) =>
      eventWith('update_message', {
        stream_id: streamId,
        orig_subject: 'lunch',
        subject: 'dinner',
        propagate_mode: mode,
      })
    type Follower = Parameters<typeof followMoves>[1]
    followMoves([move(5, 'change_one')], navigation as unknown as Follower)
    followMoves([move(6, 'change_all')], navigation as unknown as Follower)
    expect(replace).not.toHaveBeenCalled()
    followMoves([move(5, 'change_all')], navigation as unknown as Follower)
    expect(replace).toHaveBeenCalledWith({
      view: 'narrow',
      narrow: [
        { operator: 'channel', operand: 5 },
        { operator: 'topic', operand: 'dinner' },
      ],
    })
  })
})

describe('a message', () => {
  it('omits its sender line for ten minutes', () => {
    const first = { sender_id: 10, timestamp: 1000, is_me_message: false }
    expect(continues(first, { ...first, timestamp: 1600 })).toBe(true)
    expect(continues(first, { ...first, timestamp: 1601 })).toBe(false)
    expect(continues(first, { ...first, sender_id: 11 })).toBe(false)
    expect(continues(first, { ...first, is_me_message: true })).toBe(false)
  })

  it('is marked as edited when its text was changed, else as moved', () => {
    expect(editMarkOf({})).toBeUndefined()
    expect(editMarkOf({ last_moved_timestamp: 2 })).toBe('moved')
    expect(editMarkOf({ last_moved_timestamp: 2, last_edit_timestamp: 1 })).toBe('edited')
  })
})

describe('a picture', () => {
  it.each([
    ['100x50', [100, 50]],
    ['4000x1000', [400, 100]],
    ['100x28000', [1, 280]],
    [undefined, [240, 160]],
    ['x', [240, 160]],
  ])('has the dimensions %s, and is shown as %j', (dimensions, size) => {
    expect(fitPicture(dimensions)).toEqual(size)
  })

  it('is named by its link, or else by its file', () => {
    expect(nameOfPicture('Our cat', '/x/cat.png')).toBe('Our cat')
    expect(nameOfPicture('', '/x/%C3%BC.png')).toBe('ü.png')
    expect(nameOfPicture('', '/x/%E0%A4%A.png')).toBe('%E0%A4%A.png')
  })
})

describe('membership of groups', () => {
  it('follows nested groups, cycles included', () => {
    const groups = [
      { id: 1, members: [], direct_subgroup_ids: [2] },
      { id: 2, members: [10], direct_subgroup_ids: [1] },
    ]
    expect(isMemberOf(groups, 1, 10)).toBe(true)
    expect(isMemberOf(groups, 1, 11)).toBe(false)
    expect(isMemberOf(groups, 9, 10)).toBe(false)
  })
})
