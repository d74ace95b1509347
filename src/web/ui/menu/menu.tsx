import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { createContext } from 'preact'
import { useContext, useRef } from 'preact/hooks'
import type { KeyName } from '../../lib/keyboard/keys'
import { Icon } from '../icon/icon'
import { keyboard } from '../keyboard/use-key'
import type { IconName } from '../../lib/icon-names'
import { Popover } from '../popover/popover'
import { moveInMenu } from './move-in-menu'
import styles from './menu.module.css'

interface MenuProps {
  /** Accessible name of button and menu. */
  label: string
  /** Content of the button. */
  button: ComponentChildren
  /** Rendered only while the menu is open: <MenuItem>, <MenuLink>, <MenuChoice>, <MenuRule>. */
  children: () => ComponentChildren
  buttonClass?: string
  align?: 'start' | 'end'
  side?: 'below' | 'above'
  /** Called instead of opening the menu; the button is shown as disabled. */
  onBlocked?: (() => void) | undefined
  /** Receives a function that opens the menu, for openers other than the button, such as a shortcut. */
  openerRef?: { current: (() => void) | null }
}

/** A button that opens a menu. */
export function Menu(props: MenuProps) {
  const { label, button, children, buttonClass = 'icon-button', align, side, onBlocked } = props
  const isOpen = useSignal(false)
  /** Whether the menu was open on pointer down: pressing its button closes it, and the click must not reopen it. */
  const wasOpen = useRef(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const open = () => (onBlocked ? onBlocked() : (isOpen.value = true))
  if (props.openerRef) props.openerRef.current = open

  return (
    <>
      <button
        ref={anchor}
        type="button"
        class={buttonClass}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        aria-disabled={onBlocked && true}
        onPointerDown={() => (wasOpen.current = isOpen.value)}
        onClick={() => {
          if (wasOpen.current) isOpen.value = false
          else open()
          wasOpen.current = false
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          open()
        }}
      >
        {button}
      </button>
      {isOpen.value && anchor.current && (
        <MenuPopover
          label={label}
          anchor={anchor.current}
          onClose={() => (isOpen.value = false)}
          {...(align ? { align } : {})}
          {...(side ? { side } : {})}
        >
          {children()}
        </MenuPopover>
      )}
    </>
  )
}

const CloseMenu = createContext<() => void>(() => undefined)

interface MenuPopoverProps {
  label: string
  anchor: HTMLElement
  onClose: () => void
  children: ComponentChildren
  align?: 'start' | 'end'
  side?: 'below' | 'above'
}

/** A menu without a button, for a custom button or a right click. */
export function MenuPopover({ children, onClose, ...rest }: MenuPopoverProps) {
  return (
    <CloseMenu.Provider value={onClose}>
      <Popover
        {...rest}
        role="menu"
        class={styles['menu']}
        onClose={onClose}
        onKeyDown={(event) => moveInMenu(event, onClose)}
      >
        {children}
      </Popover>
    </CloseMenu.Provider>
  )
}

interface ItemProps {
  children: ComponentChildren
  icon?: IconName
  /** Shortcut for the same action, shown beside the item. */
  keyName?: KeyName
  isDangerous?: boolean
}

/** An item that runs an action. */
export function MenuItem({ onChoose, ...rest }: ItemProps & { onChoose: () => void }) {
  const close = useContext(CloseMenu)
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      class={`${styles['item']} ${rest.isDangerous ? styles['dangerous'] : ''}`}
      onClick={() => {
        // Close first, so that the next overlay returns the focus to the menu's button.
        close()
        onChoose()
      }}
    >
      <ItemContent {...rest} />
    </button>
  )
}

/** An item that is a link. */
export function MenuLink({ href, ...rest }: ItemProps & { href: string }) {
  const close = useContext(CloseMenu)
  return (
    <a href={href} role="menuitem" tabIndex={-1} class={styles['item']} onClick={close}>
      <ItemContent {...rest} />
    </a>
  )
}

/** A radio item, or a checkbox item if `isOneOfMany` is false. */
export function MenuChoice(
  props: ItemProps & { isChosen: boolean; isOneOfMany?: boolean; onChoose: () => void },
) {
  const { isChosen, isOneOfMany = true, onChoose, ...rest } = props
  const close = useContext(CloseMenu)
  return (
    <button
      type="button"
      role={isOneOfMany ? 'menuitemradio' : 'menuitemcheckbox'}
      aria-checked={isChosen}
      tabIndex={-1}
      class={styles['item']}
      onClick={() => {
        close()
        onChoose()
      }}
    >
      <ItemContent {...rest} />
      <span class={styles['tick']}>{isChosen && <Icon name="check" />}</span>
    </button>
  )
}

/** A group of items under a visible label. */
export function MenuGroup({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div role="group" aria-label={label}>
      <p class={styles['label']} aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  )
}

/** A separator between groups of items. */
export function MenuRule() {
  return <hr class={styles['rule']} />
}

function ItemContent({ icon, children, keyName }: ItemProps) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span class={styles['text']}>{children}</span>
      {keyName && (
        <kbd class={styles['key']} aria-hidden="true">
          {keyboard.describe(keyName)[0]}
        </kbd>
      )}
    </>
  )
}
