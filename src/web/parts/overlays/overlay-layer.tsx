import { useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'
import { DeleteDialog } from '../message-menu/delete-dialog'
import { MessageMenu } from '../message-menu/message-menu'
import { ReportDialog } from '../message-menu/report-dialog'
import { useLongPress } from '../message-menu/use-long-press'
import { ReactionPicker } from '../message-menu/reaction-picker'
import { RemindDialog, RemindMenu } from '../later/remind'
import { HistoryDialog } from '../history/history-dialog'
import { SourceDialog } from '../history/source-dialog'
import { MoveDialog } from '../move-messages/move-dialog'
import { PersonCard } from '../person-card/person-card'
import { ProfileDialog } from '../person-card/profile-dialog'
import { ReceiptsDialog } from '../receipts/receipts-dialog'
import { Switcher } from '../switcher/switcher'
import { Viewer } from '../viewer/viewer'
import { useHistoryOfOverlays } from '../../ui/popover/use-back-closes'
import { useKeptFocus } from './use-kept-focus'
import { usePushes } from './use-pushes'
import { useNotedFocus } from './use-way-out'

/** The switcher, or the open overlay of a message or user; it closes if the message is deleted. */
export function OverlayLayer() {
  const { overlays, messages } = useApp()
  useHistoryOfOverlays()
  useKeptFocus()
  useLongPress()
  useNotedFocus()
  usePushes()
  useEffect(() => {
    const ended = new AbortController()
    // Another page has other messages; the tour leads through the pages.
    const leave = () => overlays.open.peek()?.kind !== 'tour' && overlays.close()
    addEventListener('hashchange', leave, ended)
    return () => ended.abort()
  }, [overlays])
  const open = overlays.open.value
  if (!open) return null
  const { close } = overlays
  if (open.kind === 'person') {
    return (
      <PersonCard key={open.userId} userId={open.userId} anchor={open.anchor} onClose={close} />
    )
  }
  if (open.kind === 'profile') {
    return <ProfileDialog key={open.userId} userId={open.userId} onClose={close} />
  }
  if (open.kind === 'switcher') return <Switcher onClose={close} />
  // Tour and trace are parts of settings-areas.ts; Frame renders them, and YourMenu the status.
  if (open.kind === 'tour' || open.kind === 'trace' || open.kind === 'status') return null
  const message = messages.read(open.messageId)
  if (!message) return null
  const common = { key: message.id, message, onClose: close }
  switch (open.kind) {
    case 'actions':
      return <MessageMenu {...common} anchor={open.anchor} />
    case 'reaction':
      return <ReactionPicker {...common} anchor={open.anchor} />
    case 'remind':
      return <RemindMenu {...common} anchor={open.anchor} />
    case 'remindAt':
      return <RemindDialog {...common} />
    case 'history':
      return <HistoryDialog {...common} />
    case 'source':
      return <SourceDialog {...common} />
    case 'report':
      return <ReportDialog {...common} />
    case 'receipts':
      return <ReceiptsDialog {...common} />
    case 'move':
      return <MoveDialog {...common} isWholeTopic={open.isWholeTopic === true} />
    case 'delete':
      return <DeleteDialog {...common} />
    case 'picture':
      return <Viewer {...common} address={open.address} />
  }
}
