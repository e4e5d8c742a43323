import { Form, Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { instantText } from '#app/features/workspace/day-text.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { textOf } from '#app/http/form-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Card } from '#app/ui/card.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import { useLookAgain } from '#app/ui/use-look-again.ts'
import type { BotProblem, LoginWay } from '#core/telegram/rules.ts'

export type TelegramState = {
  /** the vendor's own, else the installation's */
  bot: {
    username: string
    isOwn: boolean
    problem: BotProblem | null
    checkedAt: Date | null
    login: LoginWay
  } | null
  /** where the reader gets the vendor's messages */
  chat: { name: string; isBlocked: boolean } | null
  /** the link that connects the reader's Telegram */
  connectTo: string | null
  loginAddress: string
}

type Props = { state: TelegramState; zone: string; answer: AnyFormAnswer }

const ownIntents = ['connectTelegram', 'disconnectTelegram', 'stopTelegram']

/** Which bot customers use and how it is, the vendor's own bot, and the reader's own messages. */
export function TelegramSection({ state, zone, answer }: Props) {
  const isOurs = answer && ownIntents.includes(textOf(answer.typed, 'intent'))
  return (
    <>
      <Card as="section" aria-labelledby="telegram" className="grid gap-5">
        <BotState {...state} zone={zone} />
        <BotForm {...state} answer={isOurs ? answer : undefined} />
      </Card>
      {state.connectTo !== null && (
        <Card as="section" aria-labelledby="telegram-own" className="grid gap-3">
          <OwnMessages {...state} connectTo={state.connectTo} />
        </Card>
      )}
    </>
  )
}

function BotState({ bot, zone }: Pick<TelegramState, 'bot'> & { zone: string }) {
  const t = useTranslations('telegram')
  const language = useLocale()
  const tone = bot === null ? 'neutral' : bot.problem === null ? 'good' : 'warn'
  const state = bot === null ? 'notConnected' : bot.problem === null ? 'connected' : 'problem'
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h3 id="telegram" className="text-lg">
          {t('title')}
        </h3>
        <Badge tone={tone}>{t(state)}</Badge>
      </div>
      {bot === null ? (
        <p>
          <strong className="font-medium">{t('none')}.</strong> {t('noneText')}
        </p>
      ) : (
        <>
          <p className="wrap-anywhere">
            {t(bot.isOwn ? 'ownBot' : 'siteBot', { bot: bot.username })}
          </p>
          <p className="text-sm text-muted">
            {bot.problem !== null
              ? t(`health.${bot.isOwn || bot.problem === 'unreachable' ? bot.problem : 'site'}`)
              : bot.checkedAt === null
                ? t('health.waiting')
                : t('health.fine', { when: instantText(bot.checkedAt, zone, language) })}
          </p>
        </>
      )}
    </div>
  )
}

function BotForm({
  bot,
  loginAddress,
  answer,
}: Omit<TelegramState, 'chat'> & { answer: AnyFormAnswer }) {
  const t = useTranslations('telegram.form')
  const labels = { botToken: t('token'), login: t('login'), loginSecret: t('secret') }
  const own = bot?.isOwn ? bot : null
  const form = useForm(answer, { labels, values: { login: own?.login ?? 'link' } })
  const isOpen = answer !== undefined || own?.problem === 'unauthorized'
  return (
    <details
      // A bot that is connected or disconnected closes it.
      key={own?.username ?? ''}
      open={isOpen || undefined}
      className="border-t border-line pt-1"
    >
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        {t(own ? 'change' : 'open')}
      </summary>
      <Form method="post" noValidate className="grid max-w-xl gap-5 pt-3">
        <FormSummary form={form} />
        <TextField
          {...form.field('botToken')}
          label={labels.botToken}
          description={t(own && own.problem !== 'unauthorized' ? 'tokenKept' : 'tokenText')}
          type="password"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
        <RadioCards
          {...form.field('login')}
          legend={labels.login}
          defaultValue={form.fields['login']}
          options={(['link', 'openid', 'widget'] as const).map((value) => ({
            value,
            title: t(value),
            text: t(`${value}Text`),
          }))}
        />
        <div data-if-chosen="openid">
          <TextField
            {...form.field('loginSecret')}
            label={labels.loginSecret}
            description={[
              ...(own?.login === 'openid' ? [t('secretKept')] : []),
              t('address', { address: loginAddress }),
            ].join(' ')}
            type="password"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="connectTelegram" pending={form.busy}>
            {t(own ? 'saveChanges' : 'save')}
          </Button>
          {own && (
            <Button variant="quiet" name="intent" value="disconnectTelegram">
              {t('disconnect')}
            </Button>
          )}
        </div>
        {own && <p className="-mt-2 text-sm text-muted">{t('disconnectText')}</p>}
      </Form>
    </details>
  )
}

function OwnMessages({ chat, connectTo }: Pick<TelegramState, 'chat'> & { connectTo: string }) {
  const t = useTranslations('telegram.own')
  const live = useLive()
  const isWaiting = chat === null || chat.isBlocked
  useLookAgain(isWaiting)
  return (
    <>
      <h3 id="telegram-own" className="text-lg">
        {t('title')}
      </h3>
      <p className="text-muted">
        {chat === null ? t('text') : t(chat.isBlocked ? 'blocked' : 'chat', { name: chat.name })}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {isWaiting && (
          <a
            href={connectTo}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses({ variant: 'secondary' })}
          >
            {t(chat === null ? 'connect' : 'again')}
          </a>
        )}
        {chat !== null && !chat.isBlocked && (
          <Form method="post">
            <Button variant="secondary" name="intent" value="stopTelegram">
              {t('stop')}
            </Button>
          </Form>
        )}
      </div>
      {isWaiting && (
        <p className="text-sm text-muted">
          {t('opened')}{' '}
          {!live && (
            <Link to="/settings/integrations" className="underline underline-offset-4">
              {t('reload')}
            </Link>
          )}
        </p>
      )}
    </>
  )
}
