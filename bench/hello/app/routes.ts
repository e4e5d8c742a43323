import { type RouteConfig, route } from '@react-router/dev/routes'

export default [route('hello', 'hello.tsx'), route('bare', 'bare.tsx')] satisfies RouteConfig
