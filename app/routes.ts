import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('routes/public/home.tsx'),
  route('classes', 'routes/public/classes.tsx'),
  route('book/class/:classId?', 'routes/public/class.tsx'),
  route('vendor/:vendorId', 'routes/public/vendor.tsx'),
  route('vendor-profile/:vendorId', 'routes/public/vendor-profile.tsx'),
  route('booking/:reference', 'routes/public/booking.tsx'),
  route('booking/:reference/calendar.ics', 'routes/public/booking-calendar.ts'),
  route('request/:reference', 'routes/public/request.tsx'),
  route('my-spots', 'routes/public/my-spots.tsx'),
  route('privacy-policy', 'routes/public/privacy-policy.tsx'),
  route('terms-of-service', 'routes/public/terms-of-service.tsx'),
  route('privacy', 'routes/public/privacy.ts'),
  route('terms', 'routes/public/terms.ts'),
  route('theme', 'routes/public/theme.ts'),
  route('language', 'routes/public/language.ts'),

  route('login', 'routes/auth/login.tsx'),
  route('register', 'routes/auth/register.tsx'),
  route('verify-email', 'routes/auth/verify-email.tsx'),
  route('auth/v1/verify', 'routes/auth/verify.tsx'),
  route('forgot-password', 'routes/auth/forgot-password.tsx'),
  route('reset-password', 'routes/auth/reset-password.tsx'),
  route('signout', 'routes/auth/signout.tsx'),

  layout('routes/vendor/workspace.tsx', [
    route('onboarding', 'routes/vendor/onboarding.tsx'),
    ...prefix('dashboard', [
      layout('routes/vendor/dashboard.tsx', [
        index('routes/vendor/overview.tsx'),
        route('classes', 'routes/vendor/classes.tsx'),
        route('classes/new', 'routes/vendor/class-new.tsx'),
        route('classes/:classId', 'routes/vendor/class-edit.tsx'),
        route('classes/:classId/sessions', 'routes/vendor/class-sessions.tsx'),
        route('classes/:classId/delete', 'routes/vendor/class-delete.tsx'),
        route('sessions/:sessionId', 'routes/vendor/session-edit.tsx'),
        route('bookings', 'routes/vendor/bookings.tsx'),
        route('bookings/:bookingId', 'routes/vendor/booking-edit.tsx'),
        route('settings', 'routes/vendor/class-settings.tsx'),
      ]),
    ]),
  ]),

  ...(import.meta.env.PROD ? [] : [route('_gallery', 'routes/public/gallery.tsx')]),
  // Last: a username is any one segment that nothing else is.
  route(':username', 'routes/public/trainer.tsx'),
  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig
