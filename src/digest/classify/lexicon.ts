/**
 * Words by what they mean for a sentence, in English, German, French and Spanish. A star stands for any ending. What a
 * sentence is for follows from which of these come together and who said it; no single word decides.
 */
const WORDS: Readonly<Record<string, string>> = {
  not: `not don't doesn't didn't isn't aren't won't wouldn't can't cannot couldn't mustn't shouldn't never no none nothing nobody neither nor without nicht nie niemals kein keine keinen keiner nichts ohne ne pas jamais rien sans aucun* nunca ningun* nada sin`,
  must: `must shall have_to has_to had_to need_to needs_to required require* mandatory obligat* compulsory always every_time ensure ensures insist* imperative essential non-negotiable negotiable make_sure muss müssen immer pflicht doit devons faut toujours obligatoire debe deben siempre obligatorio hay_que from_now_on from_here_on rule policy convention condition`,
  limit: `only solely exclusively at_most no_more_than not_more_than at_least maximum minimum max min limit* cap capped below under within exceed* beyond budget ceiling threshold höchstens maximal mindestens nur au_plus maximum seulement máximo mínimo solo sólo como_máximo`,
  forbid: `forbid* forbidden ban bans banned prohibit* off-limits off_limits taboo tabu sacred sealed frozen freeze embargo* locked lock_down read-only readonly untouch* alone hands_off hands protected protect restrict* disallow* veto* verboten interdit* prohib* set_in_stone out_of_bounds no-go no_go quarantin* stay_away stay_out stay_out_of keep_out keep_away steer_clear keep_clear avoid* refrain* beware sign-off signed_off approval permission audited fence sacrosanct immutable intact as_it_is as-is as_they_are tranquille en_paz finger_weg`,
  change: `touch* edit edits edited editing modif* change changes changed changing alter* rewrit* overwrit* delet* remov* renam* write writes commit push pushed format* regenerat* reformat* meddle tamper* tweak* änder* anfass* fass bearbeit* touche* modifie* toques tocar toca cambi* edites diff`,
  choose: `choose* chose chosen choice choos* pick picks picked picking select* settl* opt opts opted adopt* go_with goes_with going_with went_with go_for going_for take_the prefer* preference win wins won winner winning beat beats beaten favour* favor* decid* decision decided agree* consensus stick_with stick_to sticking stay_with keep_using standard* commit_to committed_to verdict resolved_that conclu* locked_in betting bet nod elect* chooses voted vote landed_on wound_up ended_up came_down plump* crown* call_is my_call plan_of_record nehmen entschied* entscheid* gewählt wählen einigen bleiben_bei gewinnt choisi* retenu* décid* décision préfèr* part_sur ce_sera elegi* elegí elijo decidi* decisión prefer* nos_quedamos vamos_con optamos`,
  reject: `reject* discard* drop drops dropped dropping rule_out ruled_out rules_out ruled abandon* dismiss* turn_down turned_down pass_on passed_on scrap scrapped lose loses lost out off_the_table dead_end ditch* shelve* eliminat* exclud* set_aside history runner-up by_the_wayside fell_short did_not_make declin* disqualif* veto* retire* goes_away kicked raus scheidet ausgeschieden verworfen verwerfen vom_tisch abgelehnt écart* abandon* rejet* descart* rechaz* overkill too_heavy too_slow`,
  contrast: `instead rather over versus vs against in_favour_of in_favor_of than whereas as_opposed_to not_the replacing replace* replaces switching switch* swap* move* onto away_from after_all on_second_thought change_of_plan change_course statt anstatt lieber plutôt au_lieu en_vez en_lugar sino better_than ahead_of`,
  reason: `because since due_to given_that given the_reason hence therefore thanks_to on_account as_it owing weil denn wegen deshalb parce_que car grâce porque ya_que puesto`,
  defer: `later postpone* defer* deferred park parked parking backlog tomorrow next_time next_week next_sprint next_session next_up next_step next_thing follow-up follow_up followup someday one_day eventually afterwards another_day at_some_point when_time once_this after_this after_that after_the_release before_the_release before_we_ship down_the_road for_later revisit* come_back circle_back remind* forget_to later_on to_follow in_a_second_pass second_step future next_move später verschieb* morgen nächste* nachher demnächst plus_tard report* prochain* más_adelante después próxim* siguiente on_the_list`,
  remain: `still remain* left_to left_over outstanding pending missing lack lacks lacking unfinished incomplete yet todo to-do to_do fixme half half-done to_be_done waiting awaits await blocked blocker unresolved unclear unanswered open_point open_item open_question open_issue loose loose_end owe owes unsolved untested undocumented not_yet hasn't_been has_not_been haven't nobody_has no_one_has so_far as_yet yet_to short_of needs wants deserves could_do_with should_get somebody_has someone_has someone_should needs_a noch offen fehlt fehlen ausstehend reste restent manque encore queda* falta* pendiente* todavía aún`,
  done: `done finish* complet* fixed fixes resolve* resolved solv* solved merged shipped landed closed close closes gone disappear* went_away lifted lift revert* rolled_back roll_back undone undid undo backed_out cancel* obsolete no_longer anymore any_more never_mind forget* scratch unnecessary not_needed ticked tick in_place taken_care takes_care sorted settled answered wrapped through cleared checked_off crossed off_the_list delivered superseded moot dealt_with handled history_now erledigt fertig behoben gelöst aufgehoben vergiss abgehakt terminé* corrigé* fait résolu* oublie hecho terminado resuelto olvida listo ya_no solucionado went_in went_out`,
  allow: `may_touch may_edit may_change allowed fair_game permitted free_to you_can_edit you_can_touch open_for again unlocked unfrozen lifted go_ahead ok_to fine_to okay_to green_light darf_wieder wieder de_nouveau ya_se_puede otra_vez`,
  suppose: `if could would might maybe perhaps suppose supposing imagine imagining hypothetic* theory theoretically what_if wonder wondering were_to thinking_aloud possibly potentially conceivabl* one_option an_option another_option options alternatively alternative candidate consider considering either or_maybe for_example for_instance e.g say_the something_like in_case_we ever had_we should_we shall_we shall_i funny vielleicht könnte* wäre würde evtl eventuell beispielsweise peut-être pourrait pourrions serait si_on quizá* quizás podría* sería ejemplo`,
  quoted: `docs documentation readme manual comment comments blog article forum tutorial according says said_that claims states stated suggests suggested recommends recommended recommendation colleague elsewhere wiki stackoverflow post the_old_project another_team other_team other_teams they_say people_say i_read heard rumour rumor apparently used_to doku steht doc_dit documentación dice`,
  ask: `please can_you could_you would_you show look check run fix add write implement create rename refactor extract explain update continue carry_on proceed walk go_over go_through take_another give polish improve tidy clean investigate find figure debug test make_it help port review bitte kannst schau füge mach regarde peux ajoute continue mira puedes agrega sigue i_want_you i_need i_would_like we_need_a`,
  state: `is are was were has have had lives live runs run_on sits listens hosts hosted called named located belongs uses contains holds stands answers stores stored deployed serves owns owned starts ends expires consists equals counts speaks resides goes_by known_as happens points_to ist sind heißt läuft liegt est sont s'appelle tourne trouve es está están llama corre`,
  datum: `customers customer users rows requests days hours minutes seconds percent port host hostname server region account id identifier bucket cluster price contract vendor owner on-call deadline release_date version number code_name codename address url endpoint tenant seat seats licence license timezone currency queue database table schema shard* replica* credentials secret vault password username login region zone budget salary quota retention window checksum seed build_number kunden server frist puerto clientes servidor serveur clients date_limite fecha`,
  inform: `fyi for_your_information by_the_way btw just_so_you_know worth_knowing good_to_know note_that in_case_you heads-up heads_up context background keep_in_mind for_the_record for_reference correction i_was_wrong misspoke actually zur_info übrigens pour_info para_tu_información por_cierto internally our we_have we_run we_use we_get we_pay`,
  narrate: `i'll let_me i_will i'm_going_to now_i i've i_have i_updated i_changed i_added i_read looking checking reading running searching opening starting working proceeding next_i'll summary overview found located noticed see_that looks_like passes pass passed green compiles works worked clean here_is here's ich_schaue ich_habe je_regarde j'ai voy_a he_cambiado defined imports exports returns calls called_from`,
  broken: `error errors fail* failure exception crash* broken bug bugs trace stack_trace root_cause thrown raised panic undefined null wrong fehler erreur fallo falla`,
  social: `thanks thank great nice perfect cool hello hi morning sorry welcome sure course understood got_it catch noted sounds_good weather coffee lunch train cat rain* meeting* weekend interesting odd strange hm wow danke super alles_klar merci parfait bonjour gracias perfecto buenos vale love awesome haha lol`,
  you: `you your you're du dein tu te ton vous tú`,
  we: `we we're we'll we've us our wir uns unser* nous on notre nosotros nuestro*`,
  i: `i i'm i'd my me ich mein* je j'ai mon yo mi`,
}

const exact = new Map<string, string[]>()
const beginnings = new Map<string, string[]>()
const phrases: (readonly [phrase: string, category: string])[] = []
for (const [category, words] of Object.entries(WORDS)) {
  for (const word of words.split(/\s+/)) {
    if (word.includes('_')) phrases.push([` ${word.replaceAll('_', ' ')} `, category])
    else if (word.endsWith('*')) add(beginnings, word.slice(0, -1), category)
    else add(exact, word, category)
  }
}

function add(to: Map<string, string[]>, word: string, category: string): void {
  const list = to.get(word)
  if (list) list.push(category)
  else to.set(word, [category])
}

/** The categories that these words, in lower case and in the order of the sentence, belong to. */
export function categoriesOf(words: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const word of words) {
    for (const category of exact.get(word) ?? []) found.add(category)
    for (let length = 3; length <= word.length && length <= 12; length++)
      for (const category of beginnings.get(word.slice(0, length)) ?? []) found.add(category)
  }
  const joined = ` ${words.join(' ')} `
  for (const [phrase, category] of phrases) if (joined.includes(phrase)) found.add(category)
  return found
}
