//===- ProgramPage.cpp - The page of a program of several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Html.h"
#include "Page.h"

#include "tir/ABI/Names.h"
#include "tir/Support/Escape.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

std::map<std::string, const json::Object *>
report::getModelReports(const json::Object &report) {
  std::map<std::string, const json::Object *> models;
  if (const json::Object *rows = report.getObject("models"))
    for (const auto &[name, value] : *rows)
      models[StringRef(name).str()] = value.getAsObject();
  return models;
}

static std::string makeCards(const json::Object &report) {
  const json::Object &totals = *report.getObject("totals");
  std::string cards = "<ul class=\"cards\" aria-label=\"Totals\">\n";
  auto card = [&](StringRef name, StringRef key, const Twine &detail) {
    cards += formatv("<li><h2>{0}</h2><p class=\"figure\" data-key=\"{1}\">{2} "
                     "<small>bytes</small></p><p>{3}</p></li>\n",
                     name, key, number(getNumber(totals, key)), detail.str());
  };
  card("RAM", "ram_bytes",
       number(getNumber(totals, "workspace_bytes")) + " of all models + " +
           number(getNumber(totals, "bookkeeping_bytes")) +
           " flags and padding");
  std::string constants =
      number(getNumber(totals, "constants_bytes")) + " of constants";
  if (totals.get("flash_bytes"))
    card("Flash", "flash_bytes", constants);
  else
    card("Constants", "constants_bytes", "the size of the code is not known");
  return cards + "</ul>\n";
}

static std::string makeRules(const json::Object &report) {
  std::string rules;
  if (const json::Array *texts = report.getArray("rules"))
    for (const json::Value &rule : *texts)
      rules += "<li>" + escapeForHTML(rule.getAsString().value_or("").str()) +
               "</li>\n";
  return "<section id=\"rules\">\n<h2>Rules</h2>\n<ul>\n" + rules +
         (rules.empty() ? "<li>the models run one after the other</li>\n"
                        : "<li>any other two models run one after the "
                          "other</li>\n") +
         "</ul>\n</section>\n";
}

static std::string makePool(const json::Object &pool) {
  std::string rows;
  int64_t bytes = getNumber(pool, "bytes");
  for (const json::Object *block : getRows(pool, "blocks")) {
    std::string tensor = getText(*block, "tensor");
    rows += "<tr><th scope=\"row\">" +
            escapeForHTML(tensor.empty() ? getText(*block, "model") : tensor) +
            "</th>" + cell(getText(*block, "kind")) +
            numberCell(getNumber(*block, "offset")) +
            barCell(getNumber(*block, "bytes"), bytes) +
            (block->get("bytes_between_steps")
                 ? numberCell(getNumber(*block, "bytes_between_steps"))
                 : unknownCell()) +
            cell(block->getBoolean("forces").value_or(false) ? "yes" : "") +
            "</tr>\n";
  }
  std::string name = escapeForHTML(getText(pool, "name"));
  std::string proof = pool.getBoolean("optimal").value_or(false)
                          ? "no smaller plan exists"
                          : "a smaller plan may exist, by at most " +
                                number(getNumber(pool, "gap")) + " bytes";
  return "<section>\n<h2>Pool " + name + "</h2>\n<p>" + number(bytes) +
         " bytes, of which the rules force " +
         number(getNumber(pool, "lower_bound")) + "; " + proof + ".</p>\n" +
         table("blocks-of-" + name,
               "What the models share: those that exclude each other have the "
               "same bytes.",
               {"Block", "Kind", "#Offset", "#Bytes", "#Between steps",
                "Forces the size"},
               rows) +
         "</section>\n";
}

static std::string makeModels(const json::Object &report) {
  std::string rows;
  for (const auto &[name, model] : getModelReports(report)) {
    const json::Object &totals = *model->getObject("totals");
    // Each model has a page of its own.
    rows += formatv("<tr><th scope=\"row\"><a href=\"{0}.report.html\">{1}"
                    "</a></th>{2}{3}{4}</tr>\n",
                    fileStem(name), escapeForHTML(name),
                    numberCell(getNumber(totals, "workspace_bytes")),
                    numberCell(getNumber(totals, "constants_bytes")),
                    numberCell(getNumber(totals, "macs")));
  }
  return "<section id=\"models\">\n<h2>Models</h2>\n" +
         table("model-table", "Each of them as it is by itself.",
               {"Model", "#Bytes of RAM", "#Bytes of constants", "#MACs"},
               rows) +
         "</section>\n";
}

std::string report::makeProgramSections(const json::Object &report) {
  std::string page = makeCards(report) + makeRules(report);
  for (const json::Object *pool : getRows(report, "pools"))
    page += makePool(*pool);
  page += makeModels(report) + makeStackSection(report);
  for (const json::Object *stack : getRows(report, "stack"))
    if (const json::Object *nested = stack->getObject("nested");
        nested && nested->get("bytes"))
      page += "<p>Runs that interrupt each other take at most " +
              number(getNumber(*nested, "bytes")) +
              " bytes of one stack, and what the processor pushes for each "
              "interrupt.</p>\n";
  return page;
}
