export const presence = {
  active: 'active',
  idle: 'idle',
  offline: 'offline',
}
