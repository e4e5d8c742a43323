import { type ReactNode, useState } from 'react'
import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { instantText } from '#app/features/workspace/day-text.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { textOf } from '#app/http/form-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Card } from '#app/ui/card.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { TextField } from '#app/ui/text-field.tsx'
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
  /** what a password reset has stopped until "Still mine": the reader's chat, and the vendor's bot with its name */
  stopped: { chat: boolean; bot: string | null }
  /** the link that connects the reader's Telegram */
  connectTo: string | null
  loginAddress: string
}

type Props = {
  state: TelegramState
  zone: string
  answer: AnyFormAnswer
  /** more that few vendors need */
  children: ReactNode
  /** something of that was filled in */
  isOpen: boolean
}

const ownIntents = ['connectTelegram', 'disconnectTelegram', 'stopTelegram']
const lookAgainMs = 3000

/** The reader's own messages; below, for the few who want more, which bot customers use and the vendor's own bot. */
export function TelegramSection({ state, zone, answer, children, isOpen }: Props) {
  const t = useTranslations('telegram')
  const isOurs = answer && ownIntents.includes(textOf(answer.typed, 'intent'))
  const { bot } = state
  // With a bot of one's own it stays open: what connecting it has done stands there.
  const isAsked = isOurs || isOpen || bot === null || bot.isOwn || state.stopped.bot !== null
  return (
    <Card as="section" aria-labelledby="telegram" className="grid gap-4">
      <OwnMessages {...state} />
      <details open={isAsked || undefined} className="border-t border-line pt-1">
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          {t('advanced')}
        </summary>
        <div className="grid gap-6 pt-3">
          <BotState {...state} zone={zone} />
          <BotForm {...state} answer={isOurs ? answer : undefined} />
          {children}
        </div>
      </details>
    </Card>
  )
}

function BotState({
  bot,
  stopped,
  zone,
}: Pick<TelegramState, 'bot' | 'stopped'> & { zone: string }) {
  const t = useTranslations('telegram')
  const language = useLocale()
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h4 className="text-base font-medium">{t('customers')}</h4>
        {bot?.isOwn && (
          <Badge tone={bot.problem === null ? 'good' : 'warn'}>
            {t(bot.problem === null ? 'connected' : 'problem')}
          </Badge>
        )}
        {stopped.bot !== null && <Badge tone="warn">{t('stoppedBadge')}</Badge>}
      </div>
      {stopped.bot !== null && <Stopped text={t('stoppedBot', { bot: stopped.bot })} />}
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
      <Form method="post" noValidate preventScrollReset className="grid max-w-xl gap-5 pt-3">
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
          options={(['link', 'openid'] as const).map((value) => ({
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

/** What a password reset has stopped, and where it may go on. */
function Stopped({ text }: { text: string }) {
  const t = useTranslations('telegram')
  return (
    <>
      <p className="wrap-anywhere">{text}</p>
      <div>
        <LinkButton to="/settings/security" size="small">
          {t('security')}
        </LinkButton>
      </div>
    </>
  )
}

function OwnMessages({ bot, chat, stopped, connectTo }: TelegramState) {
  const t = useTranslations('telegram')
  const [isPressed, setPressed] = useState(false)
  const isWaiting = connectTo !== null && (chat === null || chat.isBlocked)
  useLookAgain(isWaiting, isPressed ? lookAgainMs : null)
  const isConnected = chat !== null && !chat.isBlocked
  const isStopped = chat === null && stopped.chat
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h3 id="telegram" className="text-lg">
          {t('own.title')}
        </h3>
        {chat !== null && (
          <Badge tone={isConnected ? 'good' : 'warn'}>
            {t(isConnected ? 'connected' : 'problem')}
          </Badge>
        )}
        {isStopped && <Badge tone="warn">{t('stoppedBadge')}</Badge>}
      </div>
      {isStopped && <Stopped text={t('own.stoppedText')} />}
      <p className="wrap-anywhere text-muted">
        {chat !== null
          ? t(isConnected ? 'own.chat' : 'own.blocked', { name: chat.name })
          : t(bot === null ? 'own.noBot' : 'own.text')}
      </p>
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        {isWaiting && (
          <a
            href={connectTo}
            target="_blank"
            rel="noreferrer"
            onClick={() => setPressed(true)}
            className={buttonClasses({ variant: 'secondary' })}
          >
            {t(chat === null ? 'own.connect' : 'own.again')}
          </a>
        )}
        {chat !== null && (
          <Form method="post">
            <Button variant="secondary" name="intent" value="stopTelegram">
              {t('own.stop')}
            </Button>
          </Form>
        )}
      </div>
      {isWaiting && (
        <p className="text-sm text-muted">
          {isPressed ? (
            <output className="flex items-center gap-2">
              <Spinner /> {t('own.waiting')}
            </output>
          ) : (
            t('own.opened')
          )}
        </p>
      )}
    </div>
  )
}
