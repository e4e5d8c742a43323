export { contextFor, default, handleError } from '../../../app/entry.server.tsx'
