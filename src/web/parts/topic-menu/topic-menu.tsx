import { useSignal } from '@preact/signals'
import { topicPolicies } from '../../../shared/rules/topic-policies'
import { isResolvedTopic } from '../../../shared/rules/topics'
import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import { copyText } from '../../data/clipboard/copy-text'
import * as t from '../../texts/catalog'
import { mayDeleteAnyIn, mayMove, mayResolve } from '../../data/messages/permissions'
import { narrowTo } from '../../data/narrow/narrow'
import type { TopicPolicy } from '../../data/records/state'
import { Icon } from '../../ui/icon/icon'
import { Menu, MenuItem, MenuRule } from '../../ui/menu/menu'
import { DeleteTopicDialog } from './delete-topic-dialog'
import { useNewestMessage } from './use-newest-message'

interface TopicMenuProps {
  streamId: number
  topic: string
}

/** Actions for a topic. */
export function TopicMenu({ streamId, topic }: TopicMenuProps) {
  const { actions, navigation, overlays, reads, store, toasts } = useApp()
  const texts = t.topicMenu
  const narrow = narrowTo({ kind: 'topic', streamId, topic })
  const place = { view: 'narrow', narrow } as const
  const isFollowed = store.topicPolicy(streamId, topic) === topicPolicies.followed
  const isMuted = store.isTopicMuted(streamId, topic)
  const canResolve = mayResolve({ type: 'stream', stream_id: streamId }, store.state)
  const canMove = mayMoveSome(streamId, store.state)
  const canDelete = mayDeleteAnyIn(streamId, store.state)
  const isDeleting = useSignal(false)
  const withNewest = useNewestMessage(streamId, topic)

  async function attempt(act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (error) {
      toasts.fail(texts.failed, error)
    }
  }

  /** Source: docs/protocol/settings.md#set-visibility. */
  function see(wanted: TopicPolicy): void {
    const change = { stream_id: streamId, topic, visibility_policy: wanted }
    void attempt(() => call('POST /user_topics', change))
  }

  return (
    <>
      <Menu label={texts.name(topic)} align="end" button={<Icon name="ellipsis-vertical" />}>
        {() => (
          <>
            <MenuItem
              icon="check-check"
              onChoose={() => void attempt(() => reads.markNarrow(narrow))}
            >
              {texts.markRead}
            </MenuItem>
            <MenuItem icon={isMuted ? 'bell' : 'bell-off'} onChoose={() => see(isMuted ? 2 : 1)}>
              {isMuted ? texts.unmute : texts.mute}
            </MenuItem>
            <MenuItem
              icon="eye"
              onChoose={() => see(isFollowed ? topicPolicies.none : topicPolicies.followed)}
            >
              {isFollowed ? texts.unfollow : texts.follow}
            </MenuItem>
            {(canResolve || canMove) && <MenuRule />}
            {canResolve && (
              <MenuItem
                icon="circle-check"
                onChoose={() =>
                  void withNewest(
                    (message) => void actions.toggleResolved(message),
                    (message) => mayResolve(message, store.state),
                  )
                }
              >
                {isResolvedTopic(topic) ? t.messageActions.unresolve : t.messageActions.resolve}
              </MenuItem>
            )}
            {canMove && (
              <MenuItem
                icon="move-elsewhere"
                onChoose={() =>
                  void withNewest(
                    ({ id }) => overlays.show({ kind: 'move', messageId: id, isWholeTopic: true }),
                    (message) => mayMove(message, store.state, Date.now() / 1000),
                  )
                }
              >
                {texts.move}
              </MenuItem>
            )}
            <MenuRule />
            <MenuItem
              icon="link"
              onChoose={() =>
                void attempt(async () => {
                  const address = new URL(navigation.hrefOf(place), location.href).href
                  await copyText(address)
                  toasts.say(t.messageActions.linkCopied)
                })
              }
            >
              {texts.copyLink}
            </MenuItem>
            {canDelete && (
              <MenuItem icon="trash-2" isDangerous onChoose={() => (isDeleting.value = true)}>
                {t.topicDeletion.action}
              </MenuItem>
            )}
          </>
        )}
      </Menu>
      {isDeleting.value && (
        <DeleteTopicDialog
          streamId={streamId}
          topic={topic}
          onClose={() => (isDeleting.value = false)}
        />
      )}
    </>
  )
}

/** Whether the reader may move any message of a stream, at least own ones. */
function mayMoveSome(streamId: number, rules: Parameters<typeof mayMove>[1]): boolean {
  const now = Date.now() / 1000
  const own = { type: 'stream', stream_id: streamId, sender_id: rules.user_id } as const
  return mayMove({ ...own, timestamp: now }, rules, now)
}
