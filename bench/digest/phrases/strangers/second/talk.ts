import { families, type Phrases } from '../../phrase.ts'

/** What sessions are made of besides: what is asked for, how it goes, and small talk. None of it is to be kept. */
export const SECOND_TALK: Pick<Phrases, 'request' | 'report' | 'chatter'> = {
  request: families(
    'user',
    `
    paste me the top of {P}
    run it again with -v
    rebase onto main, push
    call it {B} instead of {A} in this function
    diff please

    could you have a look at {P} and walk me through what it does, in words I can pass on to marketing?
    Would you mind drawing me a small table of who calls {A}? Just for the slides.
    hey, can you make the empty state of the search page a little friendlier?
    can you sort the list by date, newest first

    Please to explain me how works {A}
    Can you make that the button is on the left side?
    please write for me one test for {A}

    plot the residuals of {A} against {B}
    compute the mean per group in {P} and print the ten worst
    drop the duplicates and give me the shape again

    tail the log of {A} and tell me what you see
    check whether {A} is up
    grep for {A} in the last hour, I'm on my phone

    go ahead and implement step 3
    write the commit message for this one
    cut {P} in half, it reads badly
    open a pull request for it

    schau mal bitte in {P} rein und sag mir, was da passiert
    mach mir eine Liste aller Aufrufe von {A}

    lance les tests et montre-moi le résultat
    tu peux m'expliquer ce que fait {A} ?

    añade un botón de copiar en esa página
    pásame el log de {A}

    roda o build de novo e me mostra o erro
    mi fai vedere cosa c'è in {P}?
    kun je {P} even openen
    spust testy a ukaž mi výstup
    帮我看一下 {P}
    {A}の使い方を教えてください
  `,
  ),
  report: families(
    'agent',
    `
    Let me read {P} first.
    Now the second half of {P}.
    I'll grep for {A} across the repo.
    Looking at how {A} gets called from {B}.

    I've renamed {A} to {B} in three places.
    Updated {P}: the loop is gone and the function returns early.
    Added a helper to {P} and used it in the two callers.
    Two imports in {P} were unused, I took them out.

    The build takes a moment, I'm waiting for it.
    Tests are running, 40 of 212 so far.
    All 58 tests pass. Let me look at the lint output next.
    The type checker complains about two lines in {P}, adjusting them.

    Here's what I see in {P}: a class, two helpers and a long switch.
    The stack trace points at {P}, so I'm opening that.
    I see, the call comes from {A}. Reading on.
    Good catch, let me correct the call in {P}.

    Committed as two commits, one for {A} and one for the tests.
    I restructured {P} along the lines you described and ran the formatter.
    The diff is 34 lines, most of it in {P}.

    Ich öffne jetzt {P} und lese die Funktion.
    Ich habe die Funktion in {P} umbenannt und die Aufrufer angepasst.
    Je regarde comment {A} est appelé.
    J'ai modifié {P} et relancé les tests.
    Voy a abrir {P} para ver la función.
    He cambiado dos líneas en {P}.
    Vou rodar os testes agora.
    Ho aggiornato {P}, ora rilancio il build.
    Ik kijk even in {P}.
    Podívám se do {P}.
    我来读一下 {P} 的代码。
    {P}を確認します。
  `,
  ),
  chatter: families(
    'both',
    `
    thanks a lot!
    haha fair enough
    nice, looks neat
    back in ten, grabbing lunch
    good morning, how are we today

    oh wow that was quick
    sorry, wrong window
    my bad, I misread that
    no worries at all
    ok cool
    long day huh

    you're welcome, happy to help
    glad that it helped
    sounds good
    yes please

    super, danke dir
    schönes Wochenende!
    merci beaucoup
    pas de souci
    genial, gracias
    valeu, abraço
    grazie mille
    top, bedankt
    díky moc
    好的，谢谢
    ありがとうございます
  `,
  ),
}
