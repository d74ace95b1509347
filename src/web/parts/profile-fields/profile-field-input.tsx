import { useId } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { SelectField, TextField } from '../../ui/form/fields'
import { useFormState } from '../../ui/form/form'
import { IconButton } from '../../ui/icon-button/icon-button'
import { PersonFinder } from '../person-finder/person-finder'
import { fieldTypes, formName } from './profile-field'
import type { ProfileField } from '../../data/records/state'
import styles from './profile-field-input.module.css'

interface ProfileFieldInputProps {
  field: ProfileField
  disabled?: boolean
}

/** The input for a profile field of any type; its key in the form is `formName(field)`. */
export function ProfileFieldInput({ field, disabled }: ProfileFieldInputProps) {
  const common = { name: formName(field), label: field.name, hint: field.hint, disabled }
  switch (field.type) {
    case fieldTypes.longText:
      return <TextField {...common} lines={4} maxLength={500} />
    case fieldTypes.list:
      return <SelectField {...common} choices={choicesOf(field)} />
    case fieldTypes.date:
      return <TextField {...common} type="date" />
    case fieldTypes.link:
      return <TextField {...common} type="url" placeholder="https://" />
    case fieldTypes.people:
      return <PeopleField field={field} disabled={disabled === true} />
    default:
      return <TextField {...common} maxLength={50} />
  }
}

function choicesOf({ field_data: data }: ProfileField) {
  const choices = Object.entries(
    JSON.parse(data || '{}') as Record<string, { text: string; order: string | number }>,
  ).sort(([, a], [, b]) => Number(a.order) - Number(b.order))
  return [
    { value: '', label: t.profile.nothing },
    ...choices.map(([value, { text }]) => ({ value, label: text })),
  ]
}

function PeopleField({ field, disabled }: { field: ProfileField; disabled: boolean }) {
  const { store } = useApp()
  const form = useFormState()
  const id = useId()
  const name = formName(field)
  const ids = (form.values.value[name] ?? []) as readonly number[]
  const refusal = form.refusals.value[name]
  return (
    <div class={styles['people']} role="group" aria-labelledby={id}>
      <p id={id} class={styles['label']}>
        {field.name}
      </p>
      {ids.length > 0 && (
        <ul role="list" class={styles['chosen']}>
          {ids.map((one) => {
            const called = store.user(one)?.full_name ?? t.sidebar.somebody
            return (
              <li key={one}>
                <bdi>{called}</bdi>
                {!disabled && (
                  <IconButton
                    icon="x"
                    label={t.profile.removePerson(called)}
                    onClick={() =>
                      form.set(
                        name,
                        ids.filter((other) => other !== one),
                      )
                    }
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      {!disabled && (
        <PersonFinder
          label={t.profile.addPerson(field.name)}
          without={new Set(ids)}
          onChoose={(one) => form.set(name, [...ids, one])}
        />
      )}
      {field.hint !== '' && <p class={styles['hint']}>{field.hint}</p>}
      {refusal !== undefined && (
        <p class={styles['refusal']} role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}
