import { isUnspaced, pairsIn, withoutAccents } from './words.ts'
import { WORDS_OF_OTHERS } from './words-of-others.ts'

/**
 * Words by what they mean for a sentence, in English, German, French and Spanish. A star represents any ending. What a
 * sentence is for follows from which of these come together and who said it; no single word decides. Words of further
 * languages are in words-of-others.ts.
 */
const WORDS: Readonly<Record<string, string>> = {
  not: `not don't doesn't didn't isn't aren't won't wouldn't can't cannot couldn't mustn't shouldn't never no none nothing nobody neither nor without nicht nie niemals kein keine keinen keiner nichts ohne ne pas jamais rien sans aucun* nunca ningun* nada sin hardly barely no_longer not_a_single not_one nowhere anything_but except other_than least_of_all ain't needn't`,
  must: `must shall have_to has_to had_to need_to needs_to required require* mandatory obligat* compulsory always every_time ensure ensures insist* imperative essential non-negotiable negotiable make_sure muss müssen immer pflicht doit devons faut toujours obligatoire debe deben siempre obligatorio hay_que from_now_on from_here_on rule policy convention condition has_to_look has_to_be have_to_be must_be must_stay needs_to_be supposed_to_be is_to_be are_to_be bound obliged obligation contract_says demands demand insist compels no_matter whatever_happens in_every_case each_time whenever first_and_foremost strictly guarantee guaranteed law legal compliance regulation regulator audit auditors certif* needs_approval prerequisite sine_qua_non come_hell`,
  limit: `only solely exclusively at_most no_more_than not_more_than at_least maximum minimum max min limit* cap capped below under within exceed* beyond budget ceiling threshold höchstens maximal mindestens nur au_plus maximum seulement máximo mínimo solo sólo como_máximo ceiling quota upper_bound lower_bound not_exceed stay_within stay_under stay_below less_than fewer_than more_than larger_than smaller_than longer_than nothing_but just_the tops maximal* cap_at capped_at keep_to restricted_to confined`,
  forbid: `forbid* forbidden ban bans banned prohibit* off-limits off_limits taboo tabu sacred sealed frozen freeze embargo* locked lock_down read-only readonly untouch* alone hands_off hands protected protect restrict* disallow* veto* verboten interdit* prohib* set_in_stone out_of_bounds no-go no_go quarantin* stay_away stay_out stay_out_of keep_out keep_away steer_clear keep_clear avoid* refrain* beware sign-off signed_off approval permission audited fence sacrosanct immutable intact as_it_is as-is as_they_are tranquille en_paz finger_weg unchanged unmodified unaltered identical the_same exactly_the_same byte_for_byte preserve* survive* keep_its keeps_its stays stay remain remains tread around spare spares leave_it leave_them let_it_be no_business not_welcome unwelcome not_yours not_ours spoken_for signed signs owned_by belongs_to hash hashed guard guarded fenced ring-fenced locked_down lock locks hands-off do-not-touch blacklist* blocklist* deny denied refuse* reject_any fails_review review_fails reverts_it gets_reverted breaks void out_of_reach kept_out shut closed_to restricted reserved`,
  change: `touch* edit edits edited editing modif* change changes changed changing alter* rewrit* overwrit* delet* remov* renam* write writes commit push pushed format* regenerat* reformat* meddle tamper* tweak* änder* anfass* fass bearbeit* touche* modifie* toques tocar toca cambi* edites diff differs differ differing alteration adjustment* adjust* mutate* patch* replace_it rewrite write_to writes_to writing open_for_writing reword reorganis* reorganiz* restructure* refactoring migrate_it move_it`,
  choose: `choose* chose chosen choice choos* pick picks picked picking select* settl* opt opts opted adopt* go_with goes_with going_with went_with go_for going_for take_the prefer* preference win wins won winner winning beat beats beaten favour* favor* decid* decision decided agree* consensus stick_with stick_to sticking stay_with keep_using standard* commit_to committed_to verdict resolved_that conclu* locked_in betting bet nod elect* chooses voted vote landed_on wound_up ended_up came_down plump* crown* call_is my_call plan_of_record nehmen entschied* entscheid* gewählt wählen einigen bleiben_bei gewinnt choisi* retenu* décid* décision préfèr* part_sur ce_sera elegi* elegí elijo decidi* decisión prefer* nos_quedamos vamos_con optamos take taken takes took taking based_on build_on built_on builds_on rely_on relies_on relied lean leans base_it ends_up_on ended_up_on it_is it_will_be it_shall_be is_in the_answer the_pick_is preferred preference answer_is go_ahead_with moving_forward_with proceed_with thumbs_up green_lit greenlit approved accept* accepted signed_off_on in_preference speaks_for better_fit best_fit fits_better fit made_the_cut prevails prevail edge edges outperform* trumps carries take_the_lead settled_for sealed_the_deal leaning_on gets is_what_we the_way_to_go way_forward elect_to standardise standardize adopt_the swap_in endors* blessed backs backing geeinigt that_is_final that's_final takes_over took_over supersed* supplant*`,
  reject: `reject* discard* drop drops dropped dropping rule_out ruled_out rules_out ruled abandon* dismiss* turn_down turned_down pass_on passed_on scrap scrapped lose loses lost out off_the_table dead_end ditch* shelve* eliminat* exclud* set_aside history runner-up by_the_wayside fell_short did_not_make declin* disqualif* veto* retire* goes_away kicked raus scheidet ausgeschieden verworfen verwerfen vom_tisch abgelehnt écart* abandon* rejet* descart* rechaz* overkill too_heavy too_slow shown_the_door thumbs_down poor_match bad_match poor_fit ill-suited unsuited not_an_option no_option cut fell_through leaves lose_out losing turned_out_to_be would_have would_need would_lock would_cost would_tie cannot_be could_not too_expensive too_fragile too_complex burden unmaintained deprecated painful trouble tied_us tie_us stays_on_the_shelf parted ways part_ways no_longer_used give_up gave_up skip_it rejected_for refused refuse retire retired sunset kick shown_out speaks_against nothing_speaks axe axed nix nixed bin binned toss tossed sidelin* phase_out phased_out phases_out get_rid got_rid rid_of goodbye farewell non-starter end_of_life stop_using no_thanks nope fed_up sick_of tired_of regret* overrul* redundant make_way makes_way switched_off`,
  contrast: `instead rather over versus vs against in_favour_of in_favor_of than whereas as_opposed_to not_the replacing replace* replaces switching switch* swap* move* onto away_from after_all on_second_thought change_of_plan change_course statt anstatt lieber plutôt au_lieu en_vez en_lugar sino better_than ahead_of in_preference_to preferred_to preferable opposed alternative_to while_the unlike compared comparison between the_two both_work out_of_the_two than_the as_against yes_to no_to`,
  reason: `because since due_to given_that given the_reason hence therefore thanks_to on_account as_it owing weil denn wegen deshalb parce_que car grâce porque ya_que puesto seeing_that for_the_reason on_the_grounds considering so_that_we as_a_result which_is_why that_is_why thus consequently`,
  defer: `later postpone* defer* deferred park parked parking backlog tomorrow next_time next_week next_sprint next_session next_up next_step next_thing follow-up follow_up followup someday one_day eventually afterwards another_day at_some_point when_time once_this after_this after_that after_the_release before_the_release before_we_ship down_the_road for_later revisit* come_back circle_back remind* forget_to later_on to_follow in_a_second_pass second_step future next_move später verschieb* morgen nächste* nachher demnächst plus_tard report* prochain* más_adelante después próxim* siguiente on_the_list for_another_day another_time some_other_time sooner_or_later down_the_line some_day in_due_course when_we_have_time after_the_demo once_it once_the until_after until_next later_this next_month next_quarter next_round next_person next_release put_off hold_off on_hold hold on_ice save_for leave_for left_for wait_until will_have_to_wait can_wait queue_up queued note_to note_down make_a_note write_down don't_forget not_forget remember_to reminder action_item to_do_list wish_list wishlist`,
  remain: `still remain* left_to left_over outstanding pending missing lack lacks lacking unfinished incomplete yet todo to-do to_do fixme half half-done to_be_done waiting awaits await blocked blocker unresolved unclear unanswered open_point open_item open_question open_issue loose loose_end owe owes unsolved untested undocumented not_yet hasn't_been has_not_been haven't nobody_has no_one_has so_far as_yet yet_to short_of needs wants deserves could_do_with should_get somebody_has someone_has someone_should needs_a noch offen fehlt fehlen ausstehend reste restent manque encore queda* falta* pendiente* todavía aún have_yet has_yet yet_to_be remains_to left_undone undone_yet unstarted not_started haven't_started have_not_started never_got got_round get_round get_to untouched_so_far sitting wants_doing unfinished_business owe_us we_owe missing_piece the_piece falls_to gap gaps hole holes stub stubbed placeholder partial partially halfway half-way work_in_progress wip not_finished isn't_finished isn't_done is_not_done not_complete still_needs still_need still_have still_has still_open still_to hanging hangs stuck in_limbo up_in_the_air undecided to_be_decided tbd to_be_clarified needs_clarification unknown_yet needs_work needs_fixing needs_an needs_some must_learn has_to_learn someone_needs left_out leaves_the that_leaves only_thing_left outstanding_work`,
  done: `done finish* complet* fixed fixes resolve* resolved solv* solved merged shipped landed closed close closes gone disappear* went_away lifted lift revert* rolled_back roll_back undone undid undo backed_out cancel* obsolete no_longer anymore any_more never_mind forget* scratch unnecessary not_needed ticked tick in_place taken_care takes_care sorted settled answered wrapped through cleared checked_off crossed off_the_list delivered superseded moot dealt_with handled history_now erledigt fertig behoben gelöst aufgehoben vergiss abgehakt terminé* corrigé* fait résolu* oublie hecho terminado resuelto olvida listo ya_no solucionado went_in went_out behind_us sorted_over cross_out crossed_out no_further_action chapter over finished_off completed wrapped_up up_and_running live works_now work_now is_in_now already_did already_done stopped_showing stopped_happening vanish* no_more false_alarm green_again passes_again pass_again dropped_from strike struck called_off call_off withdrawn withdraw rescind* revoked repealed expired ended is_over not_relevant irrelevant pointless leave_it_now changed_my_mind disregard discontinu* out_of_the_way under_control nothing_left nothing_is_left fulfilled accomplished achieved released_for`,
  allow: `may_touch may_edit may_change allowed fair_game permitted free_to you_can_edit you_can_touch open_for again unlocked unfrozen lifted go_ahead ok_to fine_to okay_to green_light darf_wieder wieder de_nouveau ya_se_puede otra_vez yours_to_change feel_free free_to_work free_to_edit no_longer_applies permission_to is_fine_to may_be_modified released_for_editing opened_up unlocked thawed lifted_now you_are_allowed allowed_now allowed_again`,
  suppose: `if could would might maybe perhaps suppose supposing imagine imagining hypothetic* theory theoretically what_if wonder wondering were_to thinking_aloud possibly potentially conceivabl* one_option an_option another_option options alternatively alternative candidate consider considering either or_maybe for_example for_instance e.g say_the something_like in_case_we ever had_we should_we shall_we shall_i funny vielleicht könnte* wäre würde evtl eventuell beispielsweise peut-être pourrait pourrions serait si_on quizá* quizás podría* sería ejemplo who_knows some_day_maybe may_suit may_or_may could_see not_sure unsure torn hard_to_say arguably one_could worth_a_look worth_considering in_a_perfect in_an_ideal were_we had_it if_only assuming presumably likely i_guess i_suppose say_we pretend what_would would_it_hurt would_you_take anything_to_be_said up_to_me either_would one_approach possible_approach possibility options_are feasible`,
  quoted: `docs documentation readme manual comment comments blog article forum tutorial according says said_that claims states stated suggests suggested recommends recommended recommendation colleague elsewhere wiki stackoverflow post the_old_project another_team other_team other_teams they_say people_say i_read heard rumour rumor apparently used_to doku steht doc_dit documentación dice it_says it_is_written slide slides vendor_slide claims_to brochure marketing hearsay people_elsewhere elsewhere_people friends friend last_job previous_job old_job former_employer in_the_tutorial header_says reads_like some_people some_say critics reviewers everyone_says reddit hacker_news chatgpt`,
  ask: `please can_you could_you would_you show look check run fix add write implement create rename refactor extract explain update continue carry_on proceed walk go_over go_through take_another give polish improve tidy clean investigate find figure debug test make_it help port review bitte kannst schau füge mach regarde peux ajoute continue mira puedes agrega sigue i_want_you i_need i_would_like we_need_a dig go_ahead_and open turn put get see let_us let's_look let's_spend spend_some move_on start_with work_on keep_going simplify split sort_out document format bring change make have try do have_a_go take_care would_you could_we can_we i_would_like_you what_is why_does how_do where_is which_tests tell_me`,
  state: `is are was were has have had lives live runs run_on sits listens hosts hosted called named located belongs uses contains holds stands answers stores stored deployed serves owns owned starts ends expires consists equals counts speaks resides goes_by known_as happens points_to ist sind heißt läuft liegt est sont s'appelle tourne trouve es está están llama corre answers_to fed comes_from goes_to settles resets costs set_up gave_us filed kept_in found_in written_by written_in reports_as begins_with starts_with means refers sends receives sync syncs fires rotates lasts takes grew insists inherited maintains signs pays hosts_our feeds talks_to sits_in sits_behind in_front_of connected`,
  datum: `customers customer users rows requests days hours minutes seconds percent port host hostname server region account id identifier bucket cluster price contract vendor owner on-call deadline release_date version number code_name codename address url endpoint tenant seat seats licence license timezone currency queue database table schema shard* replica* credentials secret vault password username login region zone budget salary quota retention window checksum seed build_number kunden server frist puerto clientes servidor serveur clients date_limite fecha machine box node sandbox reference_number customer_number ticket hostname service_account branch release people team morning each_day a_day per_day a_month per_month a_year annually nightly hourly weekly euros dollars gb mb kb tb ram memory disk cpu cores latency timeouts timeout batch_size rate_limit header flag feature_flag variable environment_variable column digits prefix suffix status account_number contract_number certificate certificates fixtures runbook spec template logs backup colleague manager lead engineer supplier partner`,
  inform: `fyi for_your_information by_the_way btw just_so_you_know worth_knowing good_to_know note_that in_case_you heads-up heads_up context background keep_in_mind for_the_record for_reference correction i_was_wrong misspoke actually zur_info übrigens pour_info para_tu_información por_cierto internally our we_have we_run we_use we_get we_pay turns_out as_it_happens i_checked i_asked i_learned according_to_ops ops_told told_me they_told they_gave in_case_you_need the_thing_is you_should_know we_call internally_called in_question`,
  narrate: `i'll let_me i_will i'm_going_to now_i i've i_have i_updated i_changed i_added i_read looking checking reading running searching opening starting working proceeding next_i'll summary overview found located noticed see_that looks_like passes pass passed green compiles works worked clean here_is here's ich_schaue ich_habe je_regarde j'ai voy_a he_cambiado defined imports exports returns calls called_from having_read i_followed i_see_how turned_out_to_be_longer nothing_else_refers this_part deals_with fits_in adjusted been_through went_through stands_out reads_fine root_cause that_explains that_means this_means this_confirms in_other_words in_short to_summarize as_you_can_see for_reference note_that_the the_function the_class the_method the_loop the_test the_tests the_output the_log shows shown wraps handles returns_early falls_back created replaced renamed removed moved adapted`,
  broken: `error errors fail* failure exception crash* broken bug bugs trace stack_trace root_cause thrown raised panic undefined null wrong fehler erreur fallo falla`,
  social: `thanks thank great nice perfect cool hello hi morning sorry welcome sure course understood got_it catch noted sounds_good weather coffee lunch train cat rain* meeting* weekend interesting odd strange hm wow danke super alles_klar merci parfait bonjour gracias perfecto buenos vale love awesome haha lol`,
  you: `you your you're du dein tu te ton vous tú`,
  we: `we we're we'll we've us our wir uns unser* nous notre nosotros nuestro*`,
  i: `i i'm i'd my me ich mein* je j'ai mon yo mi`,
}

const NAMES = Object.keys(WORDS).sort()
/** A bit for each category. */
const BITS = new Map(NAMES.map((name, at) => [name, 1 << at]))

/** The categories that words belong to. */
export class Categories {
  readonly #bits: number

  constructor(bits: number) {
    this.#bits = bits
  }

  has(name: string): boolean {
    return (this.#bits & BITS.get(name)!) !== 0
  }

  /** In alphabetical order. */
  names(): readonly string[] {
    const names: string[] = []
    for (let at = 0; at < NAMES.length; at++) if ((this.#bits & (1 << at)) !== 0) names.push(NAMES[at]!)
    return names
  }
}

/** What a word tells where it comes, and what the words that may follow it add. */
interface Meaning {
  bits: number
  readonly next: Map<string, Meaning>
}

const meanings = new Map<string, Meaning>()
/** Words with any ending, by the letters that each has at least. */
const beginnings = new Map<string, { readonly beginning: string; readonly bit: number }[]>()
const LEAST = 3
for (const [category, words] of [...Object.entries(WORDS), ...Object.entries(WORDS_OF_OTHERS)]) {
  const bit = BITS.get(category)!
  for (const word of withoutAccents(words).split(/\s+/)) {
    if (word.endsWith('*')) addBeginning(word.slice(0, -1), bit)
    else addPhrase(isUnspaced(word) ? pairsIn(word) : word.split('_'), bit)
  }
}

function addPhrase(words: readonly string[], bit: number): void {
  let meaning: Meaning = { bits: 0, next: meanings }
  for (const word of words) {
    const next = meaning.next.get(word) ?? { bits: 0, next: new Map() }
    meaning.next.set(word, next)
    meaning = next
  }
  meaning.bits |= bit
}

function addBeginning(beginning: string, bit: number): void {
  const least = beginning.slice(0, LEAST)
  const list = beginnings.get(least)
  if (list) list.push({ beginning, bit })
  else beginnings.set(least, [{ beginning, bit }])
}

/** The categories that these words, in lower case and in the order of the sentence, belong to. */
export function categoriesOf(words: readonly string[]): Categories {
  let bits = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    let end = at
    for (let meaning = meanings.get(word); meaning; ) {
      bits |= meaning.bits
      end++
      meaning = end < words.length ? meaning.next.get(words[end]!) : undefined
    }
    if (word.length >= LEAST) bits |= bitsOfBeginning(word)
  }
  return new Categories(bits)
}

function bitsOfBeginning(word: string): number {
  let bits = 0
  const list = beginnings.get(word.slice(0, LEAST))
  if (list) for (const { beginning, bit } of list) if (word.startsWith(beginning)) bits |= bit
  return bits
}
