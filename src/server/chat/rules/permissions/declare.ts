export { valueOf, valuesOf } from '../../../../shared/rules/group-values'
export type {
  SystemGroupKey,
  Permission,
  PermissionValues,
} from '../../../../shared/rules/group-values'
