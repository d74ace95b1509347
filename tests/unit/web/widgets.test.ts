import type { Submessage } from '../../../src/web/data/records/message'
import { pollOf } from '../../../src/web/data/messages/widgets/poll'
import { todoOf } from '../../../src/web/data/messages/widgets/todo'
import { widgetOf } from '../../../src/web/data/messages/widgets/widget'
import { nextIndex } from '../../../src/web/data/messages/widgets/widget-data'
import type { Widget } from '../../../src/web/data/messages/widgets/widget'

const [ada, bo] = [10, 11]

function widget(start: object, ...changes: [senderId: number, change: object][]): Widget {
  const submessages: Submessage[] = [[ada, start] as const, ...changes].map(
    ([sender_id, content], id) => ({
      id,
      sender_id,
      msg_type: 'widget',
      content: JSON.stringify(content),
    }),
  )
  const found = widgetOf(submessages)
  if (!found) throw new Error('It is no widget.')
  return found
}

const lunch = {
  widget_type: 'poll',
  extra_data: { question: 'Lunch?', options: ['Pizza', 'Soup'] },
}
const release = {
  widget_type: 'todo',
  extra_data: { task_list_title: 'Release', tasks: [{ task: 'Tag', desc: 'with care' }] },
}

describe('a poll', () => {
  it('counts one vote per user, and takes it back', () => {
    const poll = pollOf(
      widget(
        lunch,
        [bo, { type: 'vote', key: 'canned,0', vote: 1 }],
        [bo, { type: 'vote', key: 'canned,0', vote: 1 }],
        [ada, { type: 'vote', key: 'canned,0', vote: 1 }],
        [ada, { type: 'vote', key: 'canned,1', vote: 1 }],
        [ada, { type: 'vote', key: 'canned,0', vote: -1 }],
      ),
      ada,
    )
    expect(poll).toEqual({
      question: 'Lunch?',
      options: [
        { key: 'canned,0', text: 'Pizza', voterIds: [bo] },
        { key: 'canned,1', text: 'Soup', voterIds: [ada] },
      ],
    })
  })

  it('takes options from everybody, without duplicates, and a new question only from its author', () => {
    const poll = pollOf(
      widget(
        lunch,
        [bo, { type: 'new_option', idx: 1, option: 'Soup' }],
        [bo, { type: 'new_option', idx: 2, option: 'Salad' }],
        [bo, { type: 'vote', key: '11,2', vote: 1 }],
        [bo, { type: 'question', question: 'Mine!' }],
        [ada, { type: 'question', question: 'Dinner?' }],
      ),
      ada,
    )
    expect(poll.question).toBe('Dinner?')
    expect(poll.options.map(({ text }) => text)).toEqual(['Pizza', 'Soup', 'Salad'])
    expect(poll.options[2]).toEqual({ key: '11,2', text: 'Salad', voterIds: [bo] })
  })

  it('ignores unknown submessages', () => {
    const odd: [number, object][] = [
      [bo, { type: 'vote', key: 'canned,9', vote: 1 }],
      [bo, { type: 'vote' }],
      [bo, { type: 'new_option', idx: 1, option: 7 }],
      [bo, []],
    ]
    expect(pollOf(widget(lunch, ...odd), ada).options).toHaveLength(2)
  })
})

describe('a to-do list', () => {
  it('has tasks added and ticked off by everybody', () => {
    const list = todoOf(
      widget(
        release,
        [bo, { type: 'new_task', key: 1, task: 'Notes', desc: '', completed: false }],
        [bo, { type: 'new_task', key: 2, task: 'Tag', desc: '', completed: false }],
        [bo, { type: 'strike', key: 'canned,0' }],
        [ada, { type: 'strike', key: '11,1' }],
        [bo, { type: 'strike', key: '11,1' }],
        [bo, { type: 'new_task_list_title', title: 'Mine!' }],
      ),
      ada,
    )
    expect(list).toEqual({
      title: 'Release',
      tasks: [
        { key: 'canned,0', name: 'Tag', description: 'with care', isDone: true },
        { key: '11,1', name: 'Notes', description: '', isDone: false },
      ],
    })
  })
})

describe('a widget', () => {
  it('needs a readable first submessage', () => {
    expect(widgetOf([])).toBeUndefined()
    const broken = { id: 1, sender_id: ada, msg_type: 'widget', content: '{' } as const
    expect(widgetOf([broken])).toBeUndefined()
  })

  it('numbers the additions of each user separately', () => {
    expect(nextIndex(['canned,0', '11,3', '10,7', '11,1'], bo)).toBe(4)
    expect(nextIndex(['canned,5'], bo)).toBe(1)
  })
})
