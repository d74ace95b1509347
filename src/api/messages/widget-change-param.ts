import { Type } from '@sinclair/typebox'
import type { Param } from '../../http/param'
import { json } from '../../http/params'
import { widgetChangeSchemas } from '../../services/widgets/changes'
import type { WidgetChange, WidgetChangeType } from '../../services/widgets/changes'

const types = Object.keys(widgetChangeSchemas) as WidgetChangeType[]

const byType = Object.fromEntries(
  types.map((type) => [type, json(widgetChangeSchemas[type])]),
) as Record<WidgetChangeType, Param<WidgetChange>>

const ofAnyType = json(Type.Object({ type: Type.Union(types.map((type) => Type.Literal(type))) }))

const schema = Type.Union(types.map((type) => widgetChangeSchemas[type]))

/** What is done in a widget; what its type asks for is checked once the type is known. */
export const widgetChangeParam: Param<WidgetChange> = {
  ...json(schema, { example: { type: 'vote', key: 'canned,0', vote: 1 } }),
  decode(raw, name) {
    const { type } = ofAnyType.decode(raw, name)
    return byType[type].decode(raw, name)
  },
}
