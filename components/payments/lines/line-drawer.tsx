'use client'
import { useTranslations } from 'use-intl'
import { GateChip } from '@/components/payments/gates'
import { ibanText } from '@/components/payments/iban-text'
import { Button, ButtonLink } from '@/components/ui/button'
import { Day } from '@/components/ui/format'
import { Fact, FactList } from '@/components/ui/layout'
import { Banner } from '@/components/ui/messages/banner'
import { useMoney } from '@/components/ui/money'
import { Drawer } from '@/components/ui/overlays/dialog'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { pages } from '@/lib/http/paths'
import type { LineView, RunView } from '@/lib/payments/view'
import { LineReason } from './line-reason'
import { BankResult, CheckResult } from './results'
import type { ShownLines } from './use-lines'
import type { OpenedLine } from './use-opened-line'

/** All details of one line, in a panel beside the table. */
export function LineDrawer({ run, lines }: { run: RunView; lines: ShownLines }) {
  const t = useTranslations('payments')
  const { opened } = lines
  const [previous, next] = [lines.neighbour(-1), lines.neighbour(1)]
  const open = opened !== null
  useShortcut('j', () => next && lines.show(next), { label: t('keys.next'), enabled: open, inDialog: true })
  useShortcut('k', () => previous && lines.show(previous), {
    label: t('keys.previous'),
    enabled: open,
    inDialog: true,
  })
  return (
    <Drawer
      open={open}
      onClose={() => lines.show(null)}
      title={opened ? t('lines.title', { number: opened.number }) : ''}
      footer={
        opened && <LineActions line={lineOf(opened)} previous={previous} next={next} onGo={lines.show} />
      }
    >
      {opened && <Opened opened={opened} lines={run.lines} />}
    </Drawer>
  )
}

const lineOf = (opened: OpenedLine): LineView | null => (opened.state === 'shown' ? opened.line : null)

function Opened({ opened, lines }: { opened: OpenedLine; lines: number }) {
  const t = useTranslations('payments.lines')
  if (opened.state === 'shown') return <LineDetails line={opened.line} />
  if (opened.state === 'loading') return <p role="status">{t('loading')}</p>
  return (
    <Banner kind={opened.state === 'missing' ? 'info' : 'error'}>
      {opened.state === 'missing' ? t('missing', { number: opened.number, lines }) : t('loadFailed')}
    </Banner>
  )
}

type LineActionsProps = {
  line: LineView | null
  previous?: number
  next?: number
  onGo: (number: number) => void
}

function LineActions({ line, previous, next, onGo }: LineActionsProps) {
  const t = useTranslations('payments.lines')
  return (
    <>
      <Button
        icon="arrow-up"
        aria-disabled={!previous || undefined}
        onClick={() => previous && onGo(previous)}
      >
        {t('previous')}
      </Button>
      <Button icon="arrow-down" aria-disabled={!next || undefined} onClick={() => next && onGo(next)}>
        {t('next')}
      </Button>
      {line?.reviewId && (
        <ButtonLink href={pages.reviewItem('live', line.reviewId)}>{t('openReview')}</ButtonLink>
      )}
      {line?.verificationId && (
        <ButtonLink variant="primary" href={pages.historyItem('live', line.verificationId)}>
          {t('openCheck')}
        </ButtonLink>
      )}
    </>
  )
}

function LineDetails({ line }: { line: LineView }) {
  const t = useTranslations('payments.lines')
  const money = useMoney()
  const plain = [
    ['endToEndId', line.endToEndId],
    ['instructionId', line.instructionId],
    ['uetr', line.uetr],
    ['batchId', line.batchId],
  ] as const
  return (
    <div className="grid gap-5">
      <div>
        <p className="text-lg font-semibold wrap-anywhere" translate={line.name ? 'no' : undefined}>
          {line.name || t('noName')}
        </p>
        <p className="mt-0.5 font-mono text-fg-muted" translate="no">
          {line.iban && ibanText(line.iban)}
        </p>
        {line.correctedName && (
          <p className="mt-1">
            {t.rich('becomes', { name: () => <b translate="no">{line.correctedName}</b> })}
          </p>
        )}
      </div>
      <div>
        <GateChip gate={line.gate} />
        <p className="mt-1.5">
          <LineReason line={line} />
        </p>
      </div>
      <FactList className="gap-x-6 gap-y-3 text-sm fit-fact">
        <Fact term={t('amount')} className="num">
          {line.amount === null ? t('noAmount') : money(line.amount, line.currency)}
        </Fact>
        {line.dueOn && (
          <Fact term={t('due')}>
            <Day value={line.dueOn} />
          </Fact>
        )}
        <Fact term={t('ours')}>{line.result ? <CheckResult line={line} /> : t('noResult')}</Fact>
        {line.bank && (
          <Fact term={t('theirs')}>
            <BankResult bank={line.bank} titled />
            {line.bank.reasonCode && <span translate="no">{line.bank.reasonCode}</span>}
            {line.bank.bankName && (
              <span className="block" translate="no">
                {line.bank.bankName}
              </span>
            )}
          </Fact>
        )}
        {line.debtorIban && (
          <Fact term={t('debtor')}>
            <span className="font-mono text-xs" translate="no">
              {ibanText(line.debtorIban)}
            </span>
          </Fact>
        )}
        {line.ultimateCreditor && (
          <Fact term={t('ultimateCreditor')}>
            <span translate="no">{line.ultimateCreditor}</span>
            <span className="block text-fg-subtle">{t('ultimateMeaning')}</span>
          </Fact>
        )}
        {plain.map(
          ([key, value]) =>
            value && (
              <Fact key={key} term={t(key)}>
                <span className="font-mono" translate="no">
                  {value}
                </span>
              </Fact>
            ),
        )}
      </FactList>
      {line.remittance && (
        <div className="text-sm">
          <p className="text-xs text-fg-subtle">{t('remittance')}</p>
          <p className="whitespace-pre-line wrap-anywhere" translate="no">
            {line.remittance}
          </p>
        </div>
      )}
      {line.bank && line.bank.texts.length > 0 && (
        <div className="text-sm">
          <p className="text-xs text-fg-subtle">{t('bankTexts')}</p>
          {line.bank.texts.map((text) => (
            <p key={text} className="wrap-anywhere" translate="no">
              {text}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
