import { useApp } from '../../context/app'
import { byName } from '../../data/conversations/names'
import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import { Menu, MenuItem, MenuLink, MenuRule } from '../../ui/menu/menu'

/** Menu of the reader's saved snippets. */
export function SnippetMenu({ onChoose }: { onChoose: (text: string) => void }) {
  const { store, navigation } = useApp()
  const snippets = store.read('saved_snippets')
  return (
    <Menu label={t.compose.snippets} side="above" button={<Icon name="notebook-text" />}>
      {() => (
        <>
          {snippets
            .toSorted((a, b) => byName(a.title, b.title))
            .map(({ id, title, content }) => (
              <MenuItem key={id} onChoose={() => onChoose(content)}>
                {title}
              </MenuItem>
            ))}
          {snippets.length > 0 && <MenuRule />}
          <MenuLink
            icon="settings"
            href={navigation.hrefOf({ view: 'settings', path: ['snippets'] })}
          >
            {t.compose.manageSnippets}
          </MenuLink>
        </>
      )}
    </Menu>
  )
}
