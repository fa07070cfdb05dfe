#include "fiducia/io/formats/numpy_calibration.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include <cstring>

#include "fiducia/core/error.h"
#include "fiducia/io/numpy_array.h"
#include "fiducia/io/zip_archive.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string little_endian(std::size_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFFU);
  return text;
}

std::string deflated(const std::string& content) {
  std::string packed(content.size() + 100, '\0');
  z_stream stream = {};
  deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<unsigned>(content.size());
  stream.next_out = reinterpret_cast<unsigned char*>(packed.data());
  stream.avail_out = static_cast<unsigned>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

/// As Python's zipfile writes it, with NumPy's long local headers.
std::string zip(const std::vector<ZipMember>& members, bool deflate = false) {
  std::string file;
  std::string directory;
  for (const ZipMember& member : members) {
    const std::string packed = deflate ? deflated(member.bytes) : member.bytes;
    const auto crc = crc32(0, reinterpret_cast<const unsigned char*>(member.bytes.data()),
                           static_cast<unsigned>(member.bytes.size()));
    const std::string sizes =
        little_endian(crc, 4) + little_endian(packed.size(), 4) + little_endian(member.bytes.size(), 4);
    const std::string method = little_endian(deflate ? 8 : 0, 2);
    const std::size_t at = file.size();
    const std::string extra = little_endian(1, 2) + little_endian(16, 2) + std::string(16, '\0');
    file += "PK\x03\x04" + little_endian(45, 2) + little_endian(0, 2) + method + little_endian(0, 4) + sizes +
            little_endian(member.name.size(), 2) + little_endian(extra.size(), 2) + member.name + extra + packed;
    directory += "PK\x01\x02" + little_endian(45, 2) + little_endian(45, 2) + little_endian(0, 2) + method +
                 little_endian(0, 4) + sizes + little_endian(member.name.size(), 2) + little_endian(0, 12) +
                 little_endian(at, 4) + member.name;
  }
  return file + directory + "PK\x05\x06" + little_endian(0, 4) + little_endian(members.size(), 2) +
         little_endian(members.size(), 2) + little_endian(directory.size(), 4) + little_endian(file.size(), 4) +
         little_endian(0, 2);
}

template <class Number>
std::string npy(const std::string& description, const std::string& shape, const std::vector<Number>& values,
                bool fortran = false) {
  std::string header = "{'descr': '" + description + "', 'fortran_order': " + (fortran ? "True" : "False") +
                       ", 'shape': " + shape + ", }";
  header.resize(117, ' ');
  header += '\n';
  std::string bytes(values.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return "\x93NUMPY" + little_endian(1, 1) + little_endian(0, 1) + little_endian(header.size(), 2) + header + bytes;
}

const std::vector<double> kMatrix = {800, 0, 320.5, 0, 810, 240.25, 0, 0, 1};
const std::vector<double> kDistortion = {-0.2, 0.1, 0.001, -0.002, 0.03};

std::vector<ZipMember> tutorial() {
  return {{"mtx.npy", npy("<f8", "(3, 3)", kMatrix)},
          {"dist.npy", npy("<f8", "(1, 5)", kDistortion)},
          {"rvecs.npy", npy("<f8", "(30, 3, 1)", std::vector<double>(90, 0.5))}};
}

std::string archive_refusal(const std::string& bytes,
                            const CameraFileOptions& options = {.image_size = ImageSize{640, 480}}) {
  try {
    static_cast<void>(read_camera_file(bytes, "c.npz", options));
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(NumpyCalibration, IsReadAsTheTutorialSavesIt) {
  for (const bool packed : {false, true}) {
    const CameraFile file = read_camera_file(zip(tutorial(), packed), "c.npz", {.image_size = ImageSize{640, 480}});
    EXPECT_EQ(file.format, "numpy");
    ASSERT_EQ(file.cameras.size(), 1U);
    EXPECT_EQ(file.cameras[0].camera.model().info().name, "opencv5");
    EXPECT_THAT(file.cameras[0].camera.parameters(),
                ElementsAre(800, 810, 320.5, 240.25, -0.2, 0.1, 0.001, -0.002, 0.03));
  }
}

TEST(NumpyCalibration, ItsOwnSizeIsKnownWhereItIsSaved) {
  std::vector<ZipMember> members = tutorial();
  members.push_back({"image_size.npy", npy<std::int64_t>("<i8", "(2,)", {640, 480})});
  const CameraFile file = read_camera_file(zip(members), "c.npz");
  EXPECT_EQ(file.cameras[0].camera.image_size(), (ImageSize{640, 480}));
  EXPECT_THAT(archive_refusal(zip(tutorial()), {}), HasSubstr("does not say how large the images are"));
}

TEST(NumpyCalibration, PickledObjectsAreNeverRead) {
  std::vector<ZipMember> members = tutorial();
  members[0] = {"mtx.npy", npy("|O", "()", std::vector<double>{1})};
  EXPECT_THAT(archive_refusal(zip(members)),
              AllOf(HasSubstr("c.npz"), HasSubstr("mtx is left out"), HasSubstr("pickled Python objects")));
}

TEST(NumpyCalibration, WhatIsDamagedIsRefused) {
  const std::string whole = zip(tutorial());
  EXPECT_THAT(archive_refusal(whole.substr(0, whole.size() / 2)), HasSubstr("damaged or cut short"));
  std::string changed = whole;
  changed[200] = static_cast<char>(changed[200] ^ 0x20);  // in the matrix
  EXPECT_THAT(archive_refusal(changed), HasSubstr("damaged or cut short"));
  EXPECT_THAT(archive_refusal(zip({{"readme.txt", "hello"}})), HasSubstr("holds no camera"));
  EXPECT_THAT(archive_refusal(zip({{"mtx.npy", "no array"}})), HasSubstr("c.npz: mtx: is no array of NumPy"));
}

TEST(NumpyArray, NumbersOfAllKindsAndOrders) {
  EXPECT_THAT(read_numpy_array(npy<float>("<f4", "(2,)", {1.5F, -2}), "a").values, ElementsAre(1.5, -2));
  EXPECT_THAT(read_numpy_array(npy<std::int32_t>("<i4", "(2,)", {7, -9}), "a").values, ElementsAre(7, -9));
  EXPECT_THAT(read_numpy_array(npy<std::uint8_t>("|u1", "(2,)", {7, 250}), "a").values, ElementsAre(7, 250));
  EXPECT_THAT(read_numpy_array(npy<std::uint8_t>(">i2", "(2,)", {1, 2, 0xFF, 0xFE}), "a").values, ElementsAre(258, -2));
  EXPECT_THAT(read_numpy_array(npy<double>("<f8", "(2, 3)", {1, 4, 2, 5, 3, 6}, true), "a").values,
              ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_FALSE(read_numpy_array(npy<double>("<U2", "(1,)", {0}), "a").problem.empty());
  EXPECT_THROW(static_cast<void>(read_numpy_array(npy<double>("<f8", "(3,)", {1, 2}), "a")), Error);
}

}  // namespace
}  // namespace fiducia
